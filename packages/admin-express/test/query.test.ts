import { describe, expect, it } from "vitest";
import { fakePorts } from "./support/fake-ports.ts";
import { serve } from "./support/served.ts";

const refusal = { status: 400, json: { error: { code: 40011 } } };

describe("an unknown or repeated parameter is refused", () => {
  it.each([
    "/channels?nobody=1",
    "/channels?__proto__=1",
    "/channels?__proto__=1&__proto__=2",
    "/dead-letters?__proto__=1&limit=2",
    "/dead-letters?constructor=1",
    "/dead-letters?toString=1&toString=2",
    "/dead-letters?limit=1&limit=1",
  ])("%s", async (path) => {
    const { ports, calls } = fakePorts();
    expect(await (await serve(ports)).send("GET", path)).toMatchObject(refusal);
    expect(calls).toEqual([]);
  });

  it("in a body as well", async () => {
    const server = await serve(fakePorts().ports);
    for (const body of ['{"__proto__":1}', '{"__proto__":{"now":true}}', '{"constructor":1}'])
      expect(await server.sendText("POST", "/channels/shop/rotate", body)).toMatchObject(refusal);
  });
});

describe("the visitor to erase", () => {
  it("stands in a body, never in an address, which proxies log", async () => {
    const server = await serve(fakePorts().ports);
    const inAddress = "/visitors/erase?channel=shop&visitor=ann@example.com";
    expect(await server.send("POST", inAddress)).toMatchObject(refusal);
    expect((await server.send("DELETE", "/visitors?channel=shop&visitor=1")).status).toBe(404);
    for (const body of [
      {},
      { channel: "shop" },
      { visitor: "1" },
      { channel: "a b", visitor: "1" },
    ])
      expect(await server.send("POST", "/visitors/erase", body)).toMatchObject(refusal);
  });
});
