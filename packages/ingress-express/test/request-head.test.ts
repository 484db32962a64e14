import { describe, expect, it } from "vitest";
import { doors, fakeInbox, messagePath } from "./support/served.ts";

const chunks = "2\r\n{}\r\n0\r\n\r\n";
const post = (version: string, ...headers: readonly string[]) =>
  [`POST ${messagePath} HTTP/${version}`, "Host: x", ...headers, "", chunks].join("\r\n");

describe.each(doors)("%s: a head that two readers may read differently", (_door, serve) => {
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
