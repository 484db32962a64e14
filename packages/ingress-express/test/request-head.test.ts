import { describe, expect, it } from "vitest";
import { fakeInbox } from "./support/fake-inbox.ts";
import { messagePath, readAnswers, serve, statusPath } from "./support/served.ts";

const chunks = "2\r\n{}\r\n0\r\n\r\n";
const post = (version: string, ...headers: readonly string[]) =>
  [`POST ${messagePath} HTTP/${version}`, "Host: x", ...headers, "", chunks].join("\r\n");

describe("a head that two readers may read differently", () => {
  it.each([
    ["two Hosts", post("1.1", "HOST: y", "Transfer-Encoding: chunked")],
    ["a coding under the chunks", post("1.1", "Transfer-Encoding: gzip, chunked")],
    ["a coding nobody knows", post("1.1", "Transfer-Encoding: x", "Transfer-Encoding: chunked")],
    ["a coding without chunks", post("1.1", "Transfer-Encoding: xchunked")],
    ["chunks in HTTP/1.0", post("1.0", "Transfer-Encoding: chunked")],
  ])("%s: refused in the failure shape, the connection closed", async (_name, text) => {
    const { inbox, bodies, entered } = fakeInbox();
    const server = await serve(inbox);
    const [answer] = await server.raw(text, 2);
    expect(answer).toMatchObject({ status: 400, headers: { connection: "close" } });
    expect(JSON.parse(answer?.body ?? "")).toEqual({
      error: { code: 40011, message: expect.stringMatching(/Host|Transfer-Encoding/) },
    });
    expect([...entered, ...bodies]).toEqual([]);
  });

  it("is none when the chunks are all there is, in any case", async () => {
    const { inbox, bodies } = fakeInbox();
    const server = await serve(inbox);
    const answers = await server.raw(post("1.1", "Transfer-Encoding: CHUNKED"));
    expect(answers).toMatchObject([{ status: 200 }]);
    expect(bodies).toEqual(["{}"]);
  });
});

describe("CONNECT", () => {
  const connect = "CONNECT shop.test:443 HTTP/1.1\r\nHost: x\r\n\r\n";

  it("is refused in the failure shape, and the connection closed", async () => {
    const server = await serve(fakeInbox().inbox);
    const socket = server.open();
    socket.write(`${connect}bytes for the tunnel`);
    const answers = readAnswers((await socket.toArray()).join(""));
    expect(answers).toMatchObject([{ status: 400, headers: { connection: "close" } }]);
    expect(JSON.parse(answers[0]?.body ?? "")).toMatchObject({ error: { code: 40011 } });
  });

  it("is answered behind the requests before it", async () => {
    const server = await serve(fakeInbox().inbox);
    const get = `GET ${statusPath} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const answers = await server.raw(get + get + connect, 4);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400]);
  });

  it("from a client that leaves harms nobody", async () => {
    const server = await serve(fakeInbox().inbox);
    for (let times = 0; times < 5; times += 1) {
      const socket = server.open();
      socket.write(connect, () => socket.resetAndDestroy());
    }
    expect((await server.send("GET", statusPath)).status).toBe(200);
  });
});
