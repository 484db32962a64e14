import { describe, expect, it } from "vitest";
import { fakePorts } from "./support/fake-ports.ts";
import { serve } from "./support/served.ts";

const canary = "canary-value";

describe("every answer", () => {
  it("is JSON that must not be cached, and names no software", async () => {
    const server = await serve(fakePorts().ports);
    for (const [method, path] of [
      ["GET", "/channels"],
      ["GET", "/nowhere"],
      ["PUT", "/channels"],
    ] as const) {
      const { headers } = await server.send(method, path);
      expect(headers.get("content-type")).toBe("application/json");
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("x-powered-by")).toBeNull();
      expect(headers.get("etag")).toBeNull();
    }
  });
});

describe("a request that cannot be read is refused in the failure shape, without a word of its own", () => {
  it.each([
    ["broken JSON", `{"${canary}`, {}, 400, 40011],
    ["JSON that is no object", `"${canary}"`, {}, 400, 40011],
    ["a body over 64 KiB", JSON.stringify({ id: canary.repeat(6_000) }), {}, 413, 41301],
    ["a packed body", canary, { "content-encoding": "gzip" }, 415, 41501],
    [
      "a strange charset",
      canary,
      { "content-type": "application/json; charset=latin1" },
      415,
      41501,
    ],
  ] as [string, string, Record<string, string>, number, number][])(
    "%s",
    async (_name, body, headers, status, code) => {
      const { ports, calls } = fakePorts();
      const server = await serve(ports);
      const answer = await server.sendText("POST", "/channels", body, headers);
      expect(answer).toMatchObject({
        status,
        json: { error: { code, message: expect.any(String) } },
      });
      expect(answer.text).not.toContain("canary");
      expect(answer.text).not.toContain("    at ");
      expect(calls).toEqual([]);
    },
  );

  it("broken percent-encoding", async () => {
    const server = await serve(fakePorts().ports);
    expect(await server.send("GET", "/channels/%E0%A4%A")).toMatchObject({
      status: 400,
      json: { error: { code: 40011 } },
    });
  });

  it("whatever the Content-Type says, the body is JSON", async () => {
    const { ports, calls } = fakePorts();
    const server = await serve(ports);
    const answer = await server.sendText("POST", "/channels", '{"id":"x"}', {
      "content-type": "text/plain",
    });
    expect(answer.status).toBe(201);
    expect(calls).toEqual([["add", { id: "x" }]]);
  });
});

describe("a path", () => {
  it.each([
    ["PUT", "/channels", "GET, POST"],
    ["POST", "/channels/shop", "GET, PATCH, DELETE"],
    ["GET", "/channels/shop/rotate", "POST"],
    ["DELETE", "/dead-letters", "GET"],
    ["GET", "/dead-letters/c1/4/redeliver", "POST"],
  ])("%s %s is 405 with Allow", async (method, path, allow) => {
    const server = await serve(fakePorts().ports);
    const answer = await server.send(method, path);
    expect(answer).toMatchObject({ status: 405, json: { error: { code: 40501 } } });
    expect(answer.headers.get("allow")).toBe(allow);
  });

  it.each(["", "/", "/nowhere", "/channels/", "/Channels", "/channels/shop/rotate/x"])(
    "%j that nobody serves is 404",
    async (path) => {
      const server = await serve(fakePorts().ports);
      expect(await server.send("GET", path)).toMatchObject({
        status: 404,
        json: { error: { code: 40401 } },
      });
    },
  );
});

describe("a failure inside", () => {
  it("is a 500 that reveals nothing, and is logged without its message", async () => {
    const lines: unknown[] = [];
    const { ports } = fakePorts();
    const channels = { ...ports.channels, list: () => Promise.reject(new TypeError(canary)) };
    const server = await serve(
      { ...ports, channels },
      { logger: { error: (...line) => void lines.push(line), info: () => {} } },
    );
    const answer = await server.send("GET", "/channels");
    expect(answer).toMatchObject({ status: 500, json: { error: { code: 50001 } } });
    expect(answer.text).not.toContain(canary);
    expect(lines).toEqual([["admin request failed", { code: "TypeError" }]]);
  });
});
