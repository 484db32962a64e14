import { describe, expect, it } from "vitest";
import { ruleRows } from "../../src/receiver-check/rules/rules.ts";
import { readSigner } from "../../src/receiver-check/exchange/signer.ts";
import { checked, troubles } from "./support/checked.ts";
import { openReceiver, shown } from "./support/receiver.ts";
import { faultyVerifiers, signingKey, verifier } from "./support/verifiers.ts";

const signer = readSigner(signingKey);

describe("a perfect receiver", () => {
  it("passes every rule, in the order of the rules, with exchanges to show for each", async () => {
    const verdicts = await checked(await openReceiver(verifier()), { signer });
    expect(verdicts.map(({ rule, state }) => `${rule}: ${state}`)).toEqual(
      ruleRows.map(({ id }) => `${id}: passed`),
    );
    expect(verdicts.filter(({ exchanges }) => exchanges.length === 0)).toEqual([]);
  });

  it("passes every rule but those of signatures, which are skipped, without a key", async () => {
    const verdicts = await checked(await openReceiver());
    const skipped = verdicts.filter(({ state }) => state !== "passed");
    expect(skipped.map(({ rule, state, seen }) => [rule, state, seen])).toEqual(
      ["rotation", "wrong", "old", "missing"].map((name) => [
        `signature-${name}`,
        "skipped",
        "No signing key was given (--secret).",
      ]),
    );
  });

  it("may show nothing of what it got, and may close every connection", async () => {
    const url = await openReceiver({
      react: () => ({ ...shown(undefined), headers: { connection: "close" } }),
    });
    const verdicts = await checked(url);
    expect(troubles(verdicts)).toEqual([]);
    expect(verdicts.find(({ rule }) => rule === "keep-alive")?.state).toBe("skipped");
  });

  it("may know one visitor only, who has then to be named", async () => {
    const url = await openReceiver({
      react: ({ recipientId }) =>
        recipientId === "4711"
          ? null
          : { body: '{"error":{"code":4,"message":"No such visitor"}}' },
    });
    expect(troubles(await checked(url))).toEqual(["failure-shape: failed"]);
    const verdicts = await checked(url, { recipientId: "4711" });
    expect(troubles(verdicts)).toEqual([]);
    expect(verdicts.find(({ rule }) => rule === "recipient-string")?.state).toBe("skipped");
  });
});

describe("with a signing key, a receiver that", () => {
  for (const { fault, verdicts, character } of faultyVerifiers) {
    it(`${fault} is told ${verdicts.join(", ")}, and nothing else`, async () => {
      const url = await openReceiver(character);
      expect(troubles(await checked(url, { signer }))).toEqual(verdicts);
    });
  }

  it("has another key is told failure-shape: failed, and that keys have to agree", async () => {
    const other = readSigner(`whsec_${Buffer.alloc(24, 1).toString("base64")}`);
    const verdicts = await checked(await openReceiver(verifier()), { signer: other });
    expect(troubles(verdicts)).toEqual(["failure-shape: failed"]);
    const advice = verdicts.find(({ state }) => state === "failed")?.advice;
    expect(advice).toContain("check that both have the same one");
  });
});
