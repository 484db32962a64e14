import { createHash } from "node:crypto";
import { aChannel, GatewayRig, ManualTime } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import {
  plainPerChannel,
  samplesPerOutcome,
  samplesPerWindow,
  windowMs,
} from "../../../src/engine/quirks/sample-budget.ts";
import { QuirkWatch } from "../../../src/engine/quirks/quirk-watch.ts";
import { memoryStores } from "../../../src/memory/index.ts";
import type { Digest } from "../../../src/ports/platform/digest.ts";

const digest: Digest = {
  of: (text) => createHash("sha256").update(text).digest("hex"),
  equal: (left, right) => left === right,
  mac: () => "",
};
const shop = aChannel();
const bytes = (value: unknown) =>
  new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
const text = (words: string, id?: string) => ({
  type: "text",
  text: words,
  ...(id !== undefined && { id }),
});
const json = "application/json";
const taken = { accepted: true, warnings: [] } as const;
const refused = (field: string) =>
  ({ accepted: false, refusal: { httpStatus: 400, code: 40_003, message: "", field } }) as const;

function openWatch(): {
  readonly time: ManualTime;
  readonly watch: QuirkWatch;
  see(...bodies: readonly unknown[]): Promise<Record<string, number>>;
} {
  const time = new ManualTime();
  const watch = new QuirkWatch(time, time, digest);
  return {
    time,
    watch,
    see: async (...bodies) => {
      for (const body of bodies) {
        watch.saw(shop, bytes(body), json, taken);
        await time.advance(1_000);
      }
      return Object.fromEntries(watch.of(shop)?.counts ?? []);
    },
  };
}

describe("the watch for quirks", () => {
  it("sees one visitor as a number and as a string, in either order", async () => {
    const from = (id: unknown) => ({ sender: { id }, message: text("hello") });
    expect(await openWatch().see(from(42), from("42"))).toEqual({ "visitor-id-types": 1 });
    expect(await openWatch().see(from("42"), from(42))).toEqual({ "visitor-id-types": 1 });
    expect(await openWatch().see(from(42), from(42), from("43"), from("b"))).toEqual({});
  });

  it("sees one visitor in both types when the number is beyond 2^53", async () => {
    const big = '{"sender":{"id":90071992547409931},"message":{"type":"text","text":"a"}}';
    expect(await openWatch().see(big, big.replace(/\d{5,}/, '"$&"'))).toEqual({
      "visitor-id-types": 1,
    });
  });

  it("sees a message id that carries several contents, and takes a client's own retry for none", async () => {
    const said = (words: string, id: string) => ({ sender: { id: 1 }, message: text(words, id) });
    expect(await openWatch().see(said("a", "x"), said("b", "x"), said("c", "x"))).toEqual({
      "constant-message-id": 2,
    });
    expect(await openWatch().see(said("a", "x"), said("a", "x"), said("b", "y"))).toEqual({});
  });

  it("takes the same content for the same whatever unknown fields change", async () => {
    const said = (time: number) => ({ sender: { id: 1 }, message: { ...text("a", "x"), time } });
    expect(await openWatch().see(said(1), said(2))).toEqual({ "extra-fields": 2 });
  });

  it("lets a typing notification share its id with a message", async () => {
    const typing = { sender: { id: 1 }, message: { type: "typein", id: "x" } };
    expect(await openWatch().see(typing, { sender: { id: 1 }, message: text("a", "x") })).toEqual(
      {},
    );
  });

  it("survives whatever a body may be", async () => {
    const odd = ["", "{", "[]", "null", '{"sender":{"id":"\\ud800"},"message":{"id":"\\udfff"}}'];
    expect(await openWatch().see(...odd)).toEqual({});
  });

  it("looks at a few bodies of a channel in a window, and touches no other", async () => {
    const { time, watch } = openWatch();
    let touched = 0;
    const body = new Proxy(bytes({}), {
      get: (target, name) => {
        touched += 1;
        const member: unknown = Reflect.get(target, name, target);
        return typeof member === "function" ? (member.bind(target) as unknown) : member;
      },
    });
    for (let count = 0; count < 100_000; count += 1) watch.saw(shop, body, json, taken);
    expect(touched).toBe(0);
    await time.settle();
    expect(watch.of(shop)?.samples).toBe(plainPerChannel);
    await time.advance(windowMs);
    watch.saw(shop, bytes({}), json, taken);
    await time.settle();
    expect(watch.of(shop)?.samples).toBe(plainPerChannel + 1);
  });

  it("looks at refused and changed bodies of every kind, however many were taken as they are", async () => {
    const { time, watch } = openWatch();
    const photo = { type: "photo", file: "https://shop.example/1.jpg", file_name: "1.jpg" };
    const cut = { accepted: true, warnings: [{ field: "message.text", message: "" }] } as const;
    for (let count = 0; count < 10_000; count += 1)
      watch.saw(shop, bytes({ sender: { id: 1 }, message: text("hello") }), json, taken);
    for (let count = 0; count < 100; count += 1)
      watch.saw(shop, bytes({ sender: { id: 1 } }), json, refused("message"));
    watch.saw(
      shop,
      bytes({ sender: { id: 1 }, message: photo }),
      json,
      refused("message.file_size"),
    );
    watch.saw(shop, bytes({ sender: { id: 1 }, message: text("a".repeat(1_001)) }), json, cut);
    await time.settle();
    const { samples, counts } = watch.of(shop) ?? {};
    expect(Object.fromEntries(counts ?? [])).toEqual({ "file-size": 1, "long-text": 1 });
    expect(samples).toBe(plainPerChannel + samplesPerOutcome + 2);
  });

  it("looks at all of a burst of some dozen bodies", async () => {
    const { time, watch } = openWatch();
    for (let count = 0; count < 30; count += 1)
      watch.saw(shop, bytes({ sender: { id: 1 }, message: text("hello") }), json, taken);
    const phone = { sender: { id: 1, phone: 5 }, message: text("hello") };
    watch.saw(shop, bytes(phone), json, taken);
    await time.settle();
    expect(Object.fromEntries(watch.of(shop)?.counts ?? [])).toEqual({ "numeric-phone": 1 });
  });

  it("looks at no more than so many bodies in a window, however many channels there are", async () => {
    const { time, watch } = openWatch();
    const channels = Array.from({ length: 400 }, (_, index) => aChannel({ key: `key-${index}` }));
    const samples = () =>
      channels.reduce((sum, channel) => sum + (watch.of(channel)?.samples ?? 0), 0);
    for (let count = 0; count < 5; count += 1)
      for (const channel of channels) watch.saw(channel, bytes({}), json, taken);
    await time.settle();
    expect(samples()).toBe(samplesPerWindow);
    for (let count = 0; count < 5; count += 1)
      for (const channel of channels) watch.saw(channel, bytes({}), json, refused("message"));
    await time.settle();
    expect(samples()).toBe(2 * samplesPerWindow);
  });

  it("remembers a bounded number of channels, the latest", async () => {
    const { time, watch } = openWatch();
    const channels = Array.from({ length: 600 }, (_, index) => aChannel({ key: `key-${index}` }));
    for (const channel of channels) {
      watch.saw(channel, bytes({}), json, taken);
      await time.advance(100);
    }
    const seen = channels.filter((channel) => watch.of(channel) !== null);
    expect(seen).toEqual(channels.slice(100));
  });

  it("forgets visitors and ids past a bound, so that its memory has one too", async () => {
    const { see } = openWatch();
    const said = (id: number | string) => ({ sender: { id }, message: text("a", `m${id}`) });
    await see(...Array.from({ length: 65 }, (_, index) => said(index)));
    expect(await see(said("0"))).toEqual({});
    expect(await see(said("64"))).toEqual({ "visitor-id-types": 1 });
  });
});

describe("the watch in a gateway", () => {
  it("looks only once the body was answered, taken or refused", async () => {
    const rig = await GatewayRig.start(memoryStores);
    const { inbox, diagnosis } = rig.gateway;
    const quirks = async () => {
      const never = new AbortController().signal;
      const found = await diagnosis.run({ probe: false }, never);
      return found.filter(({ check }) => check.startsWith("quirk-")).map(({ check }) => check);
    };
    const letGo = rig.holdCommits();
    const body = bytes({ sender: { id: 1, phone: "1" }, message: text("hello") });
    const answer = inbox.accept(rig.pass, body, { contentType: null });
    await rig.time.settle();
    // Who looks before the answer sees a phone that is a string.
    body.set(bytes({ sender: { id: 1, phone: 123 }, message: text("hello") }));
    letGo();
    expect(await answer).toMatchObject({ accepted: true });
    await rig.time.settle();
    expect(await quirks()).toEqual(["quirk-content-type-missing", "quirk-numeric-phone"]);
    await inbox.accept(rig.pass, bytes({ sender: { id: "" }, message: {} }), {
      contentType: "a/b",
    });
    await rig.time.settle();
    expect(await quirks()).toContain("quirk-content-type-other");
    await rig.stop();
  });

  it("looks at nothing when the ingress does not tell of the request", async () => {
    const rig = await GatewayRig.start(memoryStores);
    await rig.visitor({ sender: { id: 1, phone: 1 }, message: text("hello") });
    const found = await rig.gateway.diagnosis.run({ probe: false }, new AbortController().signal);
    expect(found.map(({ check }) => check).join(" ")).not.toContain("quirk");
    await rig.stop();
  });
});
