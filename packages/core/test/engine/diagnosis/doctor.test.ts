import { GatewayRig } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { faultFinding, okFinding } from "../../../src/engine/diagnosis/findings/findings.ts";
import { ParleyError } from "../../../src/errors.ts";
import type { Gateway } from "../../../src/gateway.ts";
import { memoryStores } from "../../../src/memory/index.ts";
import type { DiagnosisOptions, Finding } from "../../../src/ports/platform/diagnosis.ts";
import { openClinic } from "./clinic.ts";

const never = new AbortController().signal;

async function diagnosed(
  { gateway }: { readonly gateway: Gateway },
  options: Partial<DiagnosisOptions> = {},
  signal = never,
): Promise<readonly Finding[]> {
  return gateway.diagnosis.run({ probe: false, ...options }, signal);
}

const briefly = ({ check, level, channelId }: Finding): string =>
  [check, level, ...(channelId === undefined ? [] : [channelId])].join(" ");

describe("the doctor", () => {
  it("finds nothing wrong with a gateway that is well", async () => {
    const rig = await GatewayRig.start(memoryStores);
    const found = await diagnosed(rig, { probe: true });
    expect(found.map(briefly)).toEqual([
      "store ok",
      "channels ok",
      "backlog ok",
      "dead-letters ok",
      "pauses ok",
      "receiver-acknowledgement ok shop",
      "receiver-latency ok shop",
      "receiver-messages ok shop",
    ]);
    await rig.stop();
  });

  it("asks everybody who can say how they are, the gateway's findings first", async () => {
    const clinic = await openClinic(
      async () => [okFinding("one", "One is well.")],
      async () => [faultFinding("two", "Two is broken.", "Mend it.")],
    );
    const found = await diagnosed(clinic);
    expect(found.map(briefly)).toEqual([
      "store ok",
      "channels ok",
      "backlog ok",
      "dead-letters ok",
      "pauses ok",
      "one ok",
      "two fault",
      "receiver-url ok shop",
    ]);
  });

  it("makes a finding of whoever fails, by code and never by what the error says", async () => {
    const clinic = await openClinic(
      () => Promise.reject(new ParleyError("store-failed", "canary")),
      () => {
        throw new TypeError("canary");
      },
    );
    const found = (await diagnosed(clinic)).filter(({ check }) => check === "diagnosis");
    expect(found.map(({ message }) => message)).toEqual([
      "the disk could not report its state (store-failed).",
      "the disk could not report its state (TypeError).",
    ]);
  });

  it("makes a finding of whoever is silent for 5 s, and tells them to stop", async () => {
    let signal: AbortSignal = never;
    const silent = (given: AbortSignal) => {
      signal = given;
      return new Promise<never>(() => {});
    };
    const { gateway, time } = await openClinic(silent);
    const found = diagnosed({ gateway });
    await time.advance(4_999);
    expect(signal.aborted).toBe(false);
    await time.advance(1);
    expect(signal.aborted).toBe(true);
    expect((await found).map(briefly)).toContain("diagnosis fault");
  });

  it("ends with what was found so far once nobody waits for it any more", async () => {
    const { gateway, time, transport } = await openClinic(() => new Promise(() => {}));
    const asked = new AbortController();
    const found = diagnosed({ gateway }, { probe: true }, asked.signal);
    await time.settle();
    asked.abort();
    expect((await found).map(briefly)).toEqual([
      "store ok",
      "channels ok",
      "backlog ok",
      "dead-letters ok",
      "pauses ok",
    ]);
    expect(transport.posts).toEqual([]);
  });

  it("gives a receiver up once nobody waits for it any more", async () => {
    const { gateway, time, transport } = await openClinic();
    transport.answer = () => "hang";
    const asked = new AbortController();
    const found = diagnosed({ gateway }, { probe: true }, asked.signal);
    await time.settle();
    expect(transport.posts).toHaveLength(1);
    asked.abort();
    expect((await found).map(briefly)).toEqual([
      "store ok",
      "channels ok",
      "backlog ok",
      "dead-letters ok",
      "pauses ok",
    ]);
  });

  it("sends nothing anywhere unless it may, and judges the URL by its look", async () => {
    const rig = await GatewayRig.start(memoryStores);
    await rig.addChannel("plain", { chatApiUrl: "http://shop.example/chat" });
    const found = await diagnosed(rig);
    expect(found.map(briefly).slice(5)).toEqual([
      "receiver-url ok shop",
      "receiver-url warning plain",
    ]);
    expect(rig.transport.posts).toEqual([]);
    await rig.stop();
  });

  it("looks at one channel alone when it is asked to, and says when there is none", async () => {
    const rig = await GatewayRig.start(memoryStores);
    await rig.addChannel("other");
    const found = await diagnosed(rig, { channelId: "other", probe: true });
    expect(new Set(found.map(({ channelId }) => channelId))).toEqual(new Set([undefined, "other"]));
    expect(rig.transport.posts).toHaveLength(1);
    const none = await diagnosed(rig, { channelId: "nobody" });
    expect(none.map(briefly)).toContain("channels fault nobody");
    await rig.stop();
  });

  it("keeps the order of the channels, however many there are", async () => {
    const rig = await GatewayRig.start(memoryStores);
    const ids = Array.from({ length: 20 }, (_, index) => `shop-${index}`);
    for (const id of ids) await rig.addChannel(id);
    const found = await diagnosed(rig, { probe: true });
    const answered = found.filter(({ check }) => check === "receiver-acknowledgement");
    expect(answered.map(({ channelId }) => channelId)).toEqual(["shop", ...ids]);
    await rig.stop();
  });

  it("tells of a store that takes no commit", async () => {
    const rig = await GatewayRig.start(memoryStores);
    rig.commitFault = "before";
    expect((await diagnosed(rig)).map(briefly)).toContain("store fault");
    rig.commitFault = null;
    await rig.stop();
  });

  for (const [seconds, level] of [
    [50, "ok"],
    [70, "warning"],
    [700, "fault"],
  ] as const) {
    it(`tells of visitor messages that wait for ${seconds} s: ${level}`, async () => {
      const rig = await GatewayRig.start(memoryStores);
      rig.backend.answer = () => "throw";
      await rig.say("hello");
      await rig.time.advance(seconds * 1_000);
      expect((await diagnosed(rig)).map(briefly)).toContain(`backlog ${level}`);
      await rig.stop();
    });
  }

  it("says how many visitor messages wait, as people count", async () => {
    const rig = await GatewayRig.start(memoryStores);
    const backlog = async () =>
      (await diagnosed(rig)).find(({ check }) => check === "backlog")?.message;
    expect(await backlog()).toBe("Nothing waits for the agent app.");
    rig.backend.answer = () => "throw";
    await rig.say("hello");
    await rig.time.advance(2_000);
    expect(await backlog()).toBe("1 visitor message waits for the agent app, for 2.0 s now.");
    await rig.say("hello?");
    expect(await backlog()).toBe(
      "2 visitor messages wait for the agent app, the oldest for 2.0 s.",
    );
    await rig.stop();
  });

  it("tells of visitor messages that were set aside", async () => {
    const rig = await GatewayRig.start(memoryStores);
    rig.backend.answer = () => ({ rejected: "no such inbox" });
    await rig.say("hello");
    expect((await diagnosed(rig)).map(briefly)).toContain("dead-letters warning");
    await rig.stop();
  });

  it("leaves nothing behind: no conversation, no message, no delivery", async () => {
    const rig = await GatewayRig.start(memoryStores);
    const before = rig.events.length;
    await diagnosed(rig, { probe: true });
    const { items } = await rig.gateway.conversations.list({ before: null, limit: 10 });
    expect(items).toEqual([]);
    const kinds = rig.events.slice(before).map(({ type }) => type);
    expect(kinds.filter((type) => type !== "committed")).toEqual([]);
    await rig.stop();
  });

  it("signs its test message on a signed channel, as any other", async () => {
    const rig = await GatewayRig.start(memoryStores);
    await rig.gateway.channelAdmin.sign("shop");
    await diagnosed(rig, { probe: true });
    expect(Object.keys(rig.transport.posts[0]?.headers ?? {})).toContain("webhook-signature");
    await rig.stop();
  });
});
