import { describe, expect, it } from "vitest";
import { found, ok, openReceiver, troubles } from "./answering-receiver.ts";

describe("the doctor on a receiver that knows no typing", () => {
  for (const [what, refusal] of [
    ["null", { body: "null" }],
    ["the failure shape", { body: '{"error":{"code":1,"message":"text is missing"}}' }],
    ["nothing", { status: 200, body: "" }],
    ["HTTP 204", { status: 204 }],
    ["HTTP 400", { status: 400 }],
    ["HTTP 409", { status: 409 }],
    ["HTTP 422", { status: 422 }],
  ] as const) {
    it(`advises \`typing: off\` when it takes messages and answers typing with ${what}`, async () => {
      const [trouble, ...others] = troubles(await found(refusal, ok, 1));
      expect(others).toEqual([]);
      expect(trouble?.is).toBe("receiver-typing warning");
      expect(trouble?.advice).toContain("`typing: off`");
      const advice = troubles(await found(refusal, ok, 0)).map((unsure) => unsure.advice);
      expect(advice.join(" ")).toContain("`typing: off`");
    });
  }

  it("sends it nothing where the channel's typing is off, and tells what messages were answered", async () => {
    const { rig, conversation, tests, examined } = await openReceiver({ status: 500 }, ok, {
      typing: "off",
    });
    await rig.reply(conversation, "hi");
    const findings = await examined();
    expect(tests()).toBe(0);
    expect(troubles(findings)).toEqual([]);
    const checks = findings.map(({ check }) => check);
    expect(checks).toEqual(["receiver-typing", "receiver-messages"]);
    await rig.stop();
  });

  for (const [what, answer, fault] of [
    ["HTTP 500", { status: 500 }, "receiver-status fault"],
    ["HTTP 502", { status: 502 }, "receiver-status fault"],
    ["HTTP 503", { status: 503 }, "receiver-status fault"],
    ["HTTP 504", { status: 504 }, "receiver-status fault"],
    ["HTTP 404", { status: 404 }, "receiver-path fault"],
    ["HTTP 410", { status: 410 }, "receiver-status fault"],
    ["HTTP 411", { status: 411 }, "receiver-status fault"],
    ["a page", { body: "<html>Back soon</html>" }, "receiver-acknowledgement fault"],
  ] as const) {
    it(`tells what is wrong, and names no \`typing: off\`, when it took messages and answers ${what} now`, async () => {
      for (const count of [1, 0]) {
        const [trouble, ...others] = troubles(await found(answer, ok, count));
        expect(others).toEqual([]);
        expect(trouble?.is).toBe(fault);
        expect(trouble?.advice).not.toContain("typing");
      }
    });
  }

  it("says of a failure shape from before the receiver only what it would mean", async () => {
    const gate = { status: 503, body: '{"error":{"code":503,"message":"unavailable"}}' };
    const [trouble, ...others] = troubles(await found(gate, ok, 1));
    expect(others).toEqual([]);
    expect(trouble?.is).toBe("receiver-failure-shape warning");
  });

  it("tries another address for a receiver that took messages and answers 404 now", async () => {
    const { rig, conversation, examined } = await openReceiver(ok, ok);
    await rig.reply(conversation, "hi");
    rig.transport.answer = ({ url }) =>
      url.includes("?channel=") ? { status: 200, body: '{"result":"ok"}' } : { status: 404 };
    const [trouble, ...others] = troubles(await examined());
    expect(others).toEqual([]);
    expect(trouble?.is).toBe("receiver-path fault");
    expect(trouble?.advice).toContain("?channel={channel}");
    await rig.stop();
  });
});
