import { describe, expect, it } from "vitest";
import { createReceiver, receiverCodes } from "../src/index.ts";
import { nodeHandler } from "../src/node/index.ts";
import { agentBody, taken } from "./support/agent-request.ts";
import { receiving } from "./support/receiving.ts";
import { serve } from "./support/serve.ts";

/** A message that is good but for a field with so many levels. */
function nested(levels: number, recipient: unknown = 1, [open, close] = ["[", "]"]): string {
  const body = agentBody({ recipient: { id: recipient }, future: null });
  return body.replace("null", () => open.repeat(levels) + 0 + close.repeat(levels));
}

const message = "The body must not nest deeper than 32 levels.";
const tooDeep = [200, { error: { code: receiverCodes.tooDeep, message } }];

describe("a body that nests", () => {
  it.each([1, "v1"])("is read as deep as a gateway reads, and no deeper: for %j", async (id) => {
    const { events, post } = receiving();
    // The body itself is the first level.
    for (const [open, close] of [["[", "]"] as const, ['{"a":', "}"] as const]) {
      expect(await post(nested(31, id, [open, close]))).toEqual(taken);
      expect(await post(nested(32, id, [open, close]))).toEqual(tooDeep);
    }
    expect(events.length).toBe(1);
  });

  it.each([nested(100_000), nested(100_000, "v1"), "[".repeat(100_000), '{"id":'.repeat(40_000)])(
    "is refused for good, however deep it is",
    async (body) => {
      const { events, post } = receiving();
      expect(await post(body)).toEqual(tooDeep);
      expect(events).toEqual([]);
    },
  );

  it("is answered on a server as well", async () => {
    const origin = await serve(nodeHandler(createReceiver({ onMessage: () => {} })));
    const answer = await fetch(`${origin}/shop`, { method: "POST", body: nested(100_000) });
    expect([answer.status, await answer.json()]).toEqual(tooDeep);
  });

  it("is not what only looks like it, in a text or one after the other", async () => {
    const { events, post } = receiving();
    const text = `${'["\\'.repeat(100)}{`;
    const body = agentBody({ message: { type: "text", id: "m", text }, future: [[], {}, [[]]] });
    const wide = body.replace("[[]]", () => `${"[[]],".repeat(100)}{}`);
    expect(await post(wide)).toEqual(taken);
    expect(events[0]?.message.text).toBe(text);
  });

  it("counts behind a text that ends in a backslash", async () => {
    const { post } = receiving();
    const sender = { name: "\\" };
    const body = agentBody({ sender, future: null }).replace("null", () => nested(40));
    expect(await post(body)).toEqual(tooDeep);
  });

  it("is no JSON when a text has no end", async () => {
    const { post } = receiving();
    for (const body of ['{"a":"[[', '{"a":"\\']) {
      const code = receiverCodes.malformedJson;
      expect(await post(body)).toMatchObject([200, { error: { code } }]);
    }
  });
});
