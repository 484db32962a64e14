import { describe, expect, it } from "vitest";
import { servers } from "./support/served-doors.ts";

const everyByte = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte));
const notFound = { error: { code: 40401, message: expect.any(String) as string } };

describe.each(servers)("%s: a door", (_server, serve) => {
  it.each(["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"])(
    "is asked by %s with the exact bytes of the body",
    async (method) => {
      const { client, asked } = await serve();
      const type = "Content-Type: application/x-www-form-urlencoded";
      const answer = await client.send(method, "/agents/desk/hook", everyByte, [type]);
      expect(answer.status).toBe(204);
      expect(asked).toMatchObject([{ method, path: "/hook", query: "" }]);
      expect(asked[0]?.headers).toMatchObject({
        "content-type": "application/x-www-form-urlencoded",
      });
      expect(Buffer.from(asked[0]?.body ?? []).equals(everyByte)).toBe(true);
    },
  );

  it("gets a body in chunks and one that is encoded as it came", async () => {
    const { client, asked } = await serve();
    const chunked = ["Transfer-Encoding: chunked\r\n\r\n3\r\na=1\r\n4\r\n&b=2\r\n0"];
    await client.send("POST", "/agents/desk", "", chunked);
    await client.send("POST", "/agents/desk", "packed", ["Content-Encoding: gzip"]);
    expect(asked.map(({ body }) => Buffer.from(body).toString())).toEqual(["a=1&b=2", "packed"]);
    expect(asked[1]?.headers["content-encoding"]).toBe("gzip");
  });

  it("answers HEAD with the headers alone", async () => {
    const handle = async () => ({ status: 200, body: "hello" });
    const { client, asked } = await serve({ handle });
    const text = await client.untilClosed(
      "HEAD /agents/desk HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n",
    );
    expect(text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(text).toMatch(/content-length: 5\r\n[^]*\r\n\r\n$/i);
    expect(asked[0]?.method).toBe("HEAD");
  });

  it("chooses status, type, headers and bytes", async () => {
    const headers = { "Content-Type": "text/xml", "Set-Cookie": ["a=1", "b=2"], "X-Own": "é" };
    const { client } = await serve({
      handle: async () => ({ status: 418, headers, body: everyByte }),
    });
    const socket = client.open();
    socket.write("GET /agents/desk HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    const bytes = Buffer.concat(await socket.toArray());
    const end = bytes.indexOf("\r\n\r\n");
    const head = bytes.subarray(0, end).toString("latin1");
    expect(bytes.subarray(end + 4).equals(everyByte)).toBe(true);
    expect(head).toMatch(/^HTTP\/1\.1 418 /);
    for (const line of ["content-type: text/xml", "set-cookie: a=1", "set-cookie: b=2", "x-own: é"])
      expect(head.split("\r\n")).toContain(line);
    expect(head).not.toContain("X-Powered-By");
  });

  it("has answers that nobody keeps, guesses the type of, or runs as a page of the host", async () => {
    const { client } = await serve({ handle: async () => ({ status: 200, body: "hello" }) });
    expect(await client.send("GET", "/agents/desk")).toEqual({
      status: 200,
      headers: {
        "cache-control": "no-store",
        "content-security-policy": "sandbox",
        "x-content-type-options": "nosniff",
        "content-type": "text/plain; charset=utf-8",
        "content-length": "5",
        connection: "close",
      },
      body: "hello",
    });
  });

  it("does not set the headers of the connection", async () => {
    const headers = {
      Connection: "upgrade",
      "Content-Length": "900",
      "Transfer-Encoding": "chunked",
      "cache-control": "max-age=60",
    };
    const { client } = await serve({ handle: async () => ({ status: 200, headers, body: "hi" }) });
    const answer = await client.send("GET", "/agents/desk");
    expect(answer).toMatchObject({
      body: "hi",
      headers: { connection: "close", "content-length": "2", "cache-control": "max-age=60" },
    });
    expect(answer.headers["transfer-encoding"]).toBeUndefined();
  });

  it.each([
    ["/agents/desk", "", ""],
    ["/agents/desk/", "/", ""],
    ["/agents/desk?a=1&a=%20+?", "", "?a=1&a=%20+?"],
    ["/agents/desk/a%2Fb/%zz", "/a%2Fb/%zz", ""],
    ["/agents/desk/../rota", "/../rota", ""],
    ["/agents/desk//x//", "//x//", ""],
    ["/agents/desk/http://y/?z", "/http://y/", "?z"],
    ["http://elsewhere.example/agents/desk/a?b", "/a", "?b"],
  ])("is told path, query and public URL of %s as they came", async (target, path, query) => {
    const { client, asked } = await serve({ publicUrl: "https://chat.example/parley/" });
    await client.send("GET", target);
    const own = target.replace("http://elsewhere.example", "");
    const url = `https://chat.example/parley${own}`;
    expect(asked).toMatchObject([{ path, query, url }]);
  });

  it("is told no URL where the host gives none, and the address of the client", async () => {
    const { client, asked } = await serve();
    await client.send("GET", "/agents/desk");
    expect(asked).toMatchObject([{ url: null, clientAddress: "127.0.0.1" }]);
  });

  it("is told repeated headers as Node gives them", async () => {
    const { client, asked } = await serve();
    await client.send("GET", "/agents/desk", "", ["X-A: 1", "X-A: 2", "Set-Cookie: c=3"]);
    expect(asked[0]?.headers).toMatchObject({ "x-a": "1, 2", "set-cookie": ["c=3"] });
  });

  it.each([
    "/agents",
    "/agents/",
    "/agents?x",
    "/agents//desk",
    "/agents/nobody",
    "/agents/Desk",
    "/agents/%64esk",
    "/agents/desk%2Fx",
    "/agents/desks",
    "/agents/../agents/desk",
    "/agents/__proto__",
  ])("is not found at %s", async (path) => {
    const { client, asked } = await serve();
    const answer = await client.send("POST", path, "{}");
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toEqual(notFound);
    expect(asked).toEqual([]);
  });
});
