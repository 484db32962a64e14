import { refuse } from "@parley/core";
import { describe, expect, it } from "vitest";
import { digest, fakePorts, channelSecret, shopView } from "./support/fake-ports.ts";
import { publicUrl, serve } from "./support/served.ts";

const ingressUrl = `${publicUrl}/${channelSecret}/shop`;
const issued = { ...shopView, ingressUrl, statusUrl: `${ingressUrl}/status` };
const notFound = { error: { code: 40401, message: expect.any(String) } };

describe("channels", () => {
  it("are added with 201, and their addresses shown", async () => {
    const { ports, calls } = fakePorts();
    const server = await serve(ports);
    const input = { id: "shop", chatApiUrl: "https://shop.test/hook", overflow: "split" };
    const answer = await server.send("POST", "/channels", input);
    expect(answer).toMatchObject({ status: 201, json: issued });
    expect(calls).toEqual([["add", input]]);
  });

  it("are listed, shown and changed without their addresses", async () => {
    const { ports, calls } = fakePorts();
    const server = await serve(ports);
    expect((await server.send("GET", "/channels")).json).toEqual({
      channels: [shopView, { ...shopView, id: "till" }],
    });
    expect((await server.send("GET", "/channels/shop")).json).toEqual(shopView);
    const change = { chatApiUrl: "https://new.test/" };
    expect(await server.send("PATCH", "/channels/shop", change)).toMatchObject({
      status: 200,
      json: shopView,
    });
    expect(calls).toEqual([["change", "shop", change]]);
  });

  it.each([
    ["with the usual overlap", undefined, undefined],
    ["with the usual overlap", {}, undefined],
    ["with the usual overlap", { now: false }, undefined],
    ["at once", { now: true }, 0],
  ])("are rotated %s (%j)", async (_name, body, overlapMs) => {
    const { ports, calls } = fakePorts();
    const server = await serve(ports);
    expect(await server.send("POST", "/channels/shop/rotate", body)).toMatchObject({
      status: 200,
      json: issued,
    });
    expect(calls).toEqual([["rotate", "shop", overlapMs]]);
  });

  it.each([{ now: "true" }, { now: null }, { now: 1 }, { noww: true }, [true]])(
    "are not rotated on a wish that cannot be read: %j",
    async (body) => {
      const { ports, calls } = fakePorts();
      const server = await serve(ports);
      const answer = await server.send("POST", "/channels/shop/rotate", body);
      expect(answer).toMatchObject({ status: 400, json: { error: { code: 40011 } } });
      expect(calls).toEqual([]);
    },
  );

  it("are removed with 204", async () => {
    const { ports, calls } = fakePorts();
    const server = await serve(ports);
    expect(await server.send("DELETE", "/channels/shop")).toMatchObject({ status: 204, text: "" });
    expect(calls).toEqual([["remove", "shop"]]);
  });

  it("that do not exist are 404", async () => {
    const server = await serve(fakePorts().ports);
    expect(await server.send("GET", "/channels/nobody")).toMatchObject({
      status: 404,
      json: { error: { code: 40404 } },
    });
    expect(await server.send("PATCH", "/channels/nobody", {})).toMatchObject({
      status: 404,
      json: notFound,
    });
    expect(await server.send("POST", "/channels/nobody/rotate")).toMatchObject({
      status: 404,
      json: notFound,
    });
    expect(await server.send("DELETE", "/channels/nobody")).toMatchObject({
      status: 404,
      json: notFound,
    });
  });

  it("that core refuses get core's refusal", async () => {
    const { ports } = fakePorts();
    const refusal = refuse("invalidChannel", { field: "chatApiUrl" });
    const channelAdmin = {
      ...ports.channelAdmin,
      add: async () => ({ done: false, refusal }) as const,
    };
    const server = await serve({ ...ports, channelAdmin });
    const answer = await server.send("POST", "/channels", {});
    expect(answer).toMatchObject({
      status: 400,
      json: { error: { code: 40010, message: refusal.message } },
    });
  });

  it("never show a digest, an internal key, or a channel secret except a new one", async () => {
    const server = await serve(fakePorts().ports);
    const shown = [
      await server.send("GET", "/channels"),
      await server.send("GET", "/channels/shop"),
      await server.send("PATCH", "/channels/shop", {}),
    ];
    const fresh = [
      await server.send("POST", "/channels", {}),
      await server.send("POST", "/channels/shop/rotate"),
    ];
    for (const { text } of [...shown, ...fresh]) {
      expect(text).not.toContain(digest);
      expect(text).not.toContain("inner-key");
    }
    for (const { text } of shown) {
      expect(text).not.toContain(channelSecret);
    }
  });

  it("get addresses also when the public URL ends with a slash", async () => {
    const server = await serve(fakePorts().ports, { publicUrl: "http://127.0.0.1:8080/" });
    const answer = await server.send("POST", "/channels", {});
    expect(answer.json).toMatchObject({
      ingressUrl: `http://127.0.0.1:8080/${channelSecret}/shop`,
    });
  });
});
