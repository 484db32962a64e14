import { describe, expect, it } from "vitest";
import { checked, troubles } from "./support/checked.ts";
import { openReceiver, type Reply } from "./support/receiver.ts";

const refusing = [
  '{"error":"no such visitor"}',
  '{"error":{"message":"no such visitor"}}',
  '{"result":"error"}',
  '{"ok":false}',
  '{"success":false}',
  '{"status":"error"}',
  '"error"',
  "null",
  '"null"',
  JSON.stringify('{"error":"no such visitor"}'),
] as const;

async function verdictsOn(reply: Reply) {
  return checked(await openReceiver({ react: () => reply }));
}

describe("a 2xx whose body says no", () => {
  for (const [status, rule] of [
    [200, "acknowledgement"],
    [201, "status"],
  ] as const) {
    for (const body of refusing) {
      it(`is told how a failure is told, and no knob: HTTP ${status} ${body}`, async () => {
        const verdicts = await verdictsOn({ status, body });
        expect(troubles(verdicts)).toEqual([`${rule}: failed`]);
        const { advice = "" } = verdicts.find(({ state }) => state === "failed") ?? {};
        expect(advice).toContain('{"error":{"code":1,"message":"…"}}');
        expect(advice).toContain("a number as its code");
        expect(advice).not.toMatch(/any-2xx|affirmative/);
        expect(verdicts.find(({ rule: id }) => id === "repeat")?.state).toBe("skipped");
      });
    }
  }

  it("is no sign that an address without the channel's id is right", async () => {
    const url = await openReceiver({
      react: ({ request }) =>
        request.url?.includes("?")
          ? { body: '{"error":"no such visitor"}' }
          : { status: 404, body: "" },
    });
    expect(troubles(await checked(url))).toEqual(["status: failed"]);
  });
});

it('a `result` that differs from "ok" by letter case alone is offered the knob', async () => {
  const verdicts = await verdictsOn({ body: '{"result":"OK"}' });
  expect(troubles(verdicts)).toEqual(["acknowledgement: failed"]);
  const { advice } = verdicts.find(({ state }) => state === "failed") ?? {};
  expect(advice).toContain('acknowledge: "any-2xx"');
  expect(verdicts.find(({ rule }) => rule === "repeat")?.state).toBe("passed");
});
