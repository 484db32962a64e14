import { describe, expect, it } from "vitest";
import { checked, troubles } from "./support/checked.ts";
import { openReceiver, type Reply, refusal, type Visit } from "./support/receiver.ts";

const only = new Set(["type-typein", "type-typeout"]);

const isTyping = ({ message }: Visit): boolean => String(message["type"]).startsWith("type");

async function verdictsOn(react: (visit: Visit) => Reply, knobs = {}) {
  return checked(await openReceiver({ react }), { only, knobs });
}

describe("a receiver that knows no typing", () => {
  for (const [what, reply] of [
    ["the failure shape", refusal("Unknown type", 422)],
    ["null", { body: "null" }],
    ["HTTP 400", { status: 400, body: "message.text is required" }],
  ] as const) {
    it(`is offered the knob that sends it none, when it answers typing with ${what}`, async () => {
      const verdicts = await verdictsOn((visit) =>
        isTyping(visit) ? reply : { body: '{"result":"ok"}' },
      );
      expect(troubles(verdicts)).toEqual(["type-typein: failed", "type-typeout: failed"]);
      for (const { advice } of verdicts) expect(advice).toContain('typing: "off"');
    });
  }

  it("is warned of when it gives typing an id of its own, as it does a message", async () => {
    let stored = 0;
    const answer = (): Reply => {
      stored += 1;
      const inner = JSON.stringify({ result: "ok", message: { id: stored, text: "" } });
      return { body: JSON.stringify(inner) };
    };
    const verdicts = await verdictsOn(answer, { acknowledge: "affirmative" });
    expect(troubles(verdicts)).toEqual(["type-typein: warned", "type-typeout: warned"]);
    for (const { advice } of verdicts) expect(advice).toContain('typing: "off"');
  });

  it("is told in words what cannot be seen from outside", async () => {
    const verdicts = await verdictsOn(() => ({ body: '{"result":"ok"}' }));
    expect(troubles(verdicts)).toEqual([]);
    for (const { seen } of verdicts) expect(seen).toContain('typing: "off"');
  });

  it("gets none when the channel's typing is off", async () => {
    const types: unknown[] = [];
    const react = (visit: Visit) => {
      types.push(visit.message["type"]);
      return null;
    };
    const verdicts = await checked(await openReceiver({ react }), {
      only,
      knobs: { typing: "off" },
    });
    expect(verdicts.map(({ state }) => state)).toEqual(["skipped", "skipped"]);
    expect(types).toEqual(["text"]);
  });
});

it("an id that is the request's own, or the same for every request, is no sign of storing", async () => {
  for (const body of [
    ({ message }: Visit) => ({ result: "ok", id: message["id"] }),
    () => ({ result: "ok", channel_id: 7 }),
  ]) {
    const verdicts = await verdictsOn((visit) => ({ body: JSON.stringify(body(visit)) }));
    expect(troubles(verdicts)).toEqual([]);
  }
});
