import { expect, it } from "vitest";
import { fakeInbox } from "../support/fake-inbox.ts";
import { messagePath, serve, statusPath } from "../support/served.ts";

const encoded = `POST ${messagePath} HTTP/1.1\r\nHost: x\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}`;
const post = `POST ${messagePath} HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}`;
const hostless = `GET ${statusPath} HTTP/1.1\r\n\r\n`;

it.each([
  ["a refused body", encoded, 415],
  ["a request without Host", hostless, 400],
])(
  "requests behind %s, whose answer closes the connection, harm nobody",
  async (_name, first, status) => {
    const { inbox } = fakeInbox();
    const accept = async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return { accepted: true as const, warnings: [] };
    };
    const server = await serve({ ...inbox, accept });
    for (let times = 0; times < 10; times += 1) {
      const all = Array.from({ length: 10 }, () => server.raw(first + post + post, 3));
      for (const [answer] of await Promise.all(all)) expect(answer).toMatchObject({ status });
    }
    expect((await server.send("GET", statusPath)).status).toBe(200);
  },
);
