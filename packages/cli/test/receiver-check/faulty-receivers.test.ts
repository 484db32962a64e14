import { describe, expect, it } from "vitest";
import { ruleRows } from "../../src/receiver-check/rules/rules.ts";
import { checked, troubles } from "./support/checked.ts";
import { faultyReceivers } from "./support/faulty-receivers.ts";
import { openReceiver } from "./support/receiver.ts";
import { faultyVerifiers } from "./support/verifiers.ts";

describe("a receiver that", () => {
  for (const { fault, verdicts, ...character } of faultyReceivers) {
    it(`${fault} is told ${verdicts.join(", ")}, and nothing else`, async () => {
      expect(troubles(await checked(await openReceiver(character)))).toEqual(verdicts);
    });
  }
});

it("every rule is broken by a receiver of these tests", () => {
  const broken = faultyReceivers.flatMap(({ verdicts }) => verdicts);
  const rules = broken.map((verdict) => verdict.split(":")[0]);
  const elsewhere = ["target", ...faultyVerifiers.flatMap(({ verdicts }) => verdicts)].map(
    (verdict) => verdict.split(":")[0],
  );
  const all = ruleRows.map(({ id }) => id);
  expect(new Set([...rules, ...elsewhere])).toEqual(new Set(all));
});
