import { describe, expect, it } from "vitest";
import { adminExpress, bearerToken } from "../src/index.ts";
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

describe("guesses", () => {
  const statuses = async (ask: (authorization: string) => Promise<number>, guesses: number) => {
    const seen = [];
    for (let guess = 0; guess < guesses; guess += 1) seen.push(await ask(`Bearer wrong${guess}`));
    return seen;
  };

  it("of one address are told to wait past twenty, and never lock the right token out", async () => {
    const server = await serve(fakePorts().ports);
    const ask = async (authorization: string) =>
      (await server.raw("GET", "/channels", { headers: { authorization } })).status;
    const seen = await statuses(ask, 25);
    expect(seen).toEqual([...Array<number>(20).fill(401), ...Array<number>(5).fill(429)]);
    expect(await ask(`Bearer ${token}`)).toBe(200);
    expect(await ask("Bearer wrong")).toBe(429);
    expect(await ask(`Bearer ${token}`)).toBe(200);
  });

  it("are counted together wherever a host has the same guard", async () => {
    const guard = bearerToken(token);
    const [one, other] = [
      await serve(fakePorts().ports, { guard }),
      await serve(fakePorts().ports, { guard }),
    ];
    for (const { raw } of [one, other]) {
      const seen = await statuses(
        async (authorization) =>
          (await raw("GET", "/channels", { headers: { authorization } })).status,
        10,
      );
      expect(seen).toEqual(Array(10).fill(401));
    }
    for (const { raw } of [one, other]) {
      const headers = { authorization: "Bearer wrong" };
      expect((await raw("GET", "/channels", { headers })).status).toBe(429);
    }
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
