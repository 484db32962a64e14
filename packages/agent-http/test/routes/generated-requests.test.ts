import { expect, it, onTestFinished } from "vitest";
import { fuzz } from "../support/fuzz/fuzz-run.ts";
import type { Received } from "../support/fuzz/send-plan.ts";
import { fuzzedGateway } from "../support/fuzz/fuzzed-gateway.ts";

async function started() {
  const gateway = await fuzzedGateway();
  onTestFinished(() => gateway.close());
  return gateway;
}

it("150 requests made from the document get no 5xx, and no answer that the document does not have", async () => {
  const counts = await fuzz(await started(), { requests: 150, seed: 1 });
  const operations = new Set([...counts.keys()].map((what) => what.replace(/ \d+$/, "")));
  expect(operations.size).toBeGreaterThanOrEqual(8);
});

it("the generated requests find an answer that the document does not have", async () => {
  const spoil = (answer: Received) => ({
    ...answer,
    text: answer.text.replace(/^\{"until":\d+/, '{"until":"soon"'),
  });
  const run = fuzz(await started(), { requests: 300, seed: 1, spoil });
  await expect(run).rejects.toThrow(/data\/until must be integer/);
});
