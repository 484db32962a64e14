import { describe, expect, it } from "vitest";
import { adminExpress } from "../src/index.ts";
import { fakePorts } from "./support/fake-ports.ts";
import { publicUrl, serve, token } from "./support/served.ts";

describe("without the token", () => {
  it.each([
    ["no header", {}],
    ["an empty header", { authorization: "" }],
    ["no token", { authorization: "Bearer" }],
    ["an empty token", { authorization: "Bearer " }],
    ["another token", { authorization: "Bearer wrong" }],
    ["the token cut short", { authorization: `Bearer ${token.slice(0, -1)}` }],
    ["the token and more", { authorization: `Bearer ${token}x` }],
    ["another scheme", { authorization: `Basic ${token}` }],
    ["the bare token", { authorization: token }],
  ] as [string, Record<string, string>][])(
    "(%s) everything is 401 before it is looked at",
    async (_name, headers) => {
      const { ports, calls } = fakePorts();
      const server = await serve(ports);
      const requests: [string, string, RequestInit][] = [
        ["GET", "/channels", {}],
        ["POST", "/channels", { body: "{not json" }],
        ["PUT", "/channels", {}],
        ["GET", "/nowhere", {}],
        ["GET", "/channels/%", {}],
        ["DELETE", "/channels/shop", {}],
      ];
      for (const [method, path, init] of requests) {
        const answer = await server.raw(method, path, { ...init, headers });
        expect(answer.status).toBe(401);
        expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="parley"');
        expect(answer.json).toEqual({ error: { code: 40101, message: expect.any(String) } });
      }
      expect(calls).toEqual([]);
    },
  );

  it("the name of the scheme may be written in any case", async () => {
    const server = await serve(fakePorts().ports);
    expect(
      (await server.raw("GET", "/channels", { headers: { authorization: `bEARER ${token}` } }))
        .status,
    ).toBe(200);
  });
});

describe("a host's mistake", () => {
  it.each([
    ["an empty token", { token: "" }],
    ["no token", { token: "" }],
    ["a public URL that is none", { publicUrl: "chat.example.test/chat" }],
    ["a public URL of another scheme", { publicUrl: "ftp://chat.example.test/" }],
    ["a public URL with a query", { publicUrl: "https://chat.example.test/?a" }],
  ])("(%s) is said at once, and the token is not", (_name, options) => {
    const make = () => adminExpress(fakePorts().ports, { token, publicUrl, ...options });
    expect(make).toThrow(expect.objectContaining({ code: "invalid-option" }));
    expect(make).not.toThrow(token);
  });
});
