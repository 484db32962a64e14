import { AttemptView, type DeliveryView } from "@parley/admin-express/api";
import { expect, it } from "vitest";
import { printDelivery } from "../../src/output/delivery-view.ts";
import { fakeContext } from "../support/fake-context.ts";

const outcomes = AttemptView.properties.outcome.enum;

/** The printed row of one attempt. */
function shown(attempt: Partial<AttemptView>): string {
  const context = fakeContext();
  const made = { attempt: 1, startedAt: 0, durationMs: 3, outcome: "positive" as const };
  const delivery: DeliveryView = {
    id: "c.1",
    conversationId: "c",
    sequence: 1,
    messageSequence: 1,
    channelId: "shop",
    kind: "outbound",
    state: "failed",
    failure: null,
    acceptedAt: 0,
    attempts: [{ ...made, ...attempt }],
    attempt: 1,
    nextAttemptAt: null,
  };
  printDelivery(context, delivery);
  return context.written.trimEnd().split("\n").at(-1) ?? "";
}

it("an answer of 200 without an acknowledgement is described as such", () => {
  const row = shown({ outcome: "unusable", status: 200 });
  expect(row).toMatch(/ unusable +200 +a body that is not an acknowledgement$/);
});

it.each(outcomes)("the description of an answer is never empty: %s", (outcome) => {
  const words = shown({ outcome }).split(/ {2,}/);
  expect(words.slice(4, 6)).toEqual([outcome, "-"]);
  expect(words[6]).toMatch(/\w/);
});

it("the other side's own words go before ours", () => {
  expect(shown({ outcome: "failure-shape", description: "no such visitor" })).toMatch(
    / no such visitor$/,
  );
});
