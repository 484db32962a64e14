import type { ScriptedTransport } from "@parley/conformance";
import { describe, expect, it } from "vitest";
import { openClinic } from "./clinic.ts";

const signal = new AbortController().signal;
const sender = { name: "Ada" };
const request = { channelId: "shop", visitorId: "42", sender, text: "Is anybody there?" };

type Answer = ReturnType<ScriptedTransport["answer"]>;

const answer = (status: number, body: unknown): Answer => ({ status, body: JSON.stringify(body) });

async function sent(result: Answer, change: object = {}) {
  const { gateway, transport } = await openClinic();
  transport.answer = () => result;
  const told = await gateway.testMessages.send({ ...request, ...change }, signal);
  return { gateway, transport, answer: told };
}

describe("a test message", () => {
  it("goes out once, as an agent's message does, and is stored nowhere", async () => {
    const { gateway, transport, answer: told } = await sent(answer(200, { result: "ok" }));
    expect(told).toMatchObject({ sent: true, isDelivered: true, finding: { level: "ok" } });
    expect(transport.posts).toHaveLength(1);
    const [{ url, body } = { url: "", body: "{}" }] = transport.posts;
    expect(url).toBe("https://shop.example/chat/shop");
    expect(JSON.parse(body)).toEqual({
      sender,
      recipient: { id: "42" },
      message: { type: "text", text: "Is anybody there?", id: expect.stringMatching(/^.{16}$/) },
    });
    const page = await gateway.conversations.list({ before: null, limit: 10 });
    expect(page.items).toEqual([]);
  });

  it.each([
    [answer(200, { error: { code: 7, message: "secret words" } }), "receiver-failure-shape"],
    [answer(200, { ok: true }), "receiver-acknowledgement"],
    [answer(404, {}), "receiver-path"],
    [{ failure: "unreachable" } as const, "receiver-answer"],
    [{ failure: "forbidden-target" } as const, "receiver-address"],
  ])("that was not taken says why, without the receiver's words", async (result, check) => {
    const { answer: told, transport } = await sent(result);
    expect(told).toMatchObject({ sent: true, isDelivered: false, finding: { check } });
    expect(JSON.stringify(told)).not.toContain("secret words");
    expect(transport.posts).toHaveLength(1);
  });

  it.each([
    [{ channelId: "none" }, 404],
    [{ visitorId: "" }, 400],
    [{ sender: {} }, 400],
    [{ text: "" }, 400],
  ])("that is not valid is not sent: %j", async (change, httpStatus) => {
    const { answer: told, transport } = await sent(answer(200, { result: "ok" }), change);
    expect(told).toMatchObject({ sent: false, refusal: { httpStatus } });
    expect(transport.posts).toEqual([]);
  });
});
