import { aChannel } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { failedMessageFinding } from "../../../src/engine/diagnosis/failed-message.ts";
import { found, ok, openReceiver, troubles } from "./answering-receiver.ts";

describe("the doctor on what real messages were answered", () => {
  it("does not call a receiver well that acknowledges typing and answers messages with null", async () => {
    const [trouble, ...others] = troubles(await found(ok, { body: "null" }, 1));
    expect(others).toEqual([]);
    expect(trouble?.is).toBe("receiver-messages fault");
    expect(trouble?.message).toContain("with `null`");
  });

  it("says what typing does not show, and what shows it, while no message was answered", async () => {
    const findings = await found(ok, { body: "null" }, 0);
    expect(troubles(findings)).toEqual([]);
    const { message, advice } = findings.find(({ check }) => check === "receiver-messages") ?? {};
    expect(message).toContain("typing does not show it");
    expect(advice).toContain("`parley receiver check`");
  });

  it("sends one typeout to one made-up visitor, and says what it may leave behind", async () => {
    const { rig, examined } = await openReceiver(ok, ok);
    await examined();
    const findings = await examined();
    const to = rig.transport.posts.map(
      ({ body }) => (JSON.parse(body) as { recipient: object }).recipient,
    );
    expect(to).toEqual([{ id: "parley-doctor" }, { id: "parley-doctor" }]);
    const { message } = findings.find(({ check }) => check === "receiver-acknowledgement") ?? {};
    expect(message).toContain("`parley-doctor`");
    expect(message).toContain("an empty message is left there");
    await rig.stop();
  });

  it("names the strictest knob that takes what messages are answered", async () => {
    for (const [body, value] of [
      ['{"ok":true}', "affirmative"],
      ["OK", "any-2xx"],
    ] as const) {
      const [trouble, ...others] = troubles(await found(ok, { body }, 1));
      expect(others).toEqual([]);
      expect(trouble?.is).toBe("receiver-messages fault");
      expect(trouble?.advice).toContain(`\`acknowledge: ${value}\``);
      expect(troubles(await found(ok, { body }, 1, { acknowledge: value }))).toEqual([]);
    }
  });

  it("warns of any-2xx where all messages were acknowledged as a stricter value takes it", async () => {
    const any = { acknowledge: "any-2xx" } as const;
    const [trouble] = troubles(await found(ok, { body: '{"ok":true}' }, 2, any));
    expect(trouble?.is).toBe("receiver-messages warning");
    expect(trouble?.message).toContain("`acknowledge: affirmative` takes all");
    const { rig, conversation, examined } = await openReceiver(ok, { body: "OK" }, any);
    await rig.reply(conversation, "one");
    rig.transport.answer = () => ({ status: 200, body: '{"result":"ok"}' });
    await rig.reply(conversation, "two");
    expect(troubles(await examined())).toEqual([]);
    await rig.stop();
  });

  it("forgets a refusal once a message is acknowledged, and everything once the channel is changed", async () => {
    const { rig, conversation, examined } = await openReceiver(ok, { body: "null" });
    await rig.reply(conversation, "one");
    expect(troubles(await examined())).toHaveLength(1);
    rig.transport.answer = () => ({ status: 200, body: '{"result":"ok"}' });
    await rig.time.advance(9_000);
    expect(troubles(await examined())).toEqual([]);
    await rig.gateway.channelAdmin.change("shop", { chatApiUrl: "https://other.example/" });
    const messages = (await examined()).find(({ check }) => check === "receiver-messages");
    expect(messages?.message).toContain("is unknown");
    await rig.stop();
  });

  it("tells of messages that are never answered, though typing is", async () => {
    const { rig, conversation, examined } = await openReceiver(ok, ok);
    rig.transport.answer = () => "hang";
    await rig.reply(conversation, "hi");
    await rig.time.advance(3_000);
    rig.transport.answer = () => ({ status: 200, body: '{"result":"ok"}' });
    const [trouble, ...others] = troubles(await examined());
    expect(others).toEqual([]);
    expect(trouble?.is).toBe("receiver-messages fault");
    expect(trouble?.message).toContain("does not answer");
    await rig.stop();
  });

  it("tells after a restart of the newest message that failed, from the store", async () => {
    const { rig, conversation, examined } = await openReceiver(ok, { body: "null" });
    await rig.reply(conversation, "hi");
    await rig.time.advance(9_000);
    await rig.stop();
    await rig.startAgain();
    const [trouble, ...others] = troubles(await examined());
    expect(others).toEqual([]);
    expect(trouble?.is).toBe("receiver-messages warning");
    expect(trouble?.message).toContain("an answer that acknowledges nothing (HTTP 200)");
    await rig.stop();
  });

  it("tells after a restart of a message whose answer could not be read", async () => {
    const { rig, conversation, examined } = await openReceiver(ok, ok);
    rig.transport.answer = () => ({ failure: "unreadable-answer" });
    await rig.reply(conversation, "hi");
    await rig.time.advance(9_000);
    await rig.stop();
    rig.transport.answer = () => ({ status: 200, body: '{"result":"ok"}' });
    await rig.startAgain();
    const [trouble] = troubles(await examined());
    expect(trouble?.is).toBe("receiver-messages warning");
    expect(trouble?.message).toContain("an answer that could not be read.");
    await rig.stop();
  });

  it("says nothing of a failure that is older than a day, or that was about one message", async () => {
    const { rig, conversation, examined } = await openReceiver(ok, { body: "null" });
    await rig.reply(conversation, "hi");
    await rig.time.advance(9_000);
    await examined();
    const channel = aChannel();
    const { deliveries } = rig.gateway;
    const later = (ms: number) => ({
      deliveries,
      ports: { clock: { now: () => rig.time.now() + ms } },
    });
    const dayMs = 24 * 60 * 60 * 1_000;
    type Where = Parameters<typeof failedMessageFinding>[0];
    const found = (ms: number) => failedMessageFinding(later(ms) as unknown as Where, channel);
    expect((await found(dayMs - 10_000))?.level).toBe("warning");
    expect(await found(dayMs)).toBeNull();
    rig.transport.answer = () => ({ status: 200, body: '{"error":{"code":7}}' });
    await rig.reply(conversation, "again");
    expect(await found(0)).toBeNull();
    await rig.stop();
  });

  it("takes the failure shape for a no to one message, not for a fault of the receiver", async () => {
    const shape = '{"error":{"code":7,"message":"no such visitor"}}';
    expect(troubles(await found(ok, { body: shape }, 1))).toEqual([]);
  });
});
