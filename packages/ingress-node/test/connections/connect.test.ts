import { describe, expect, it } from "vitest";
import { fakeInbox } from "../support/fake-inbox.ts";
import { readAnswers, serve, statusPath } from "../support/served.ts";

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
