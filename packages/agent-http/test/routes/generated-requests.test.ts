import { expect, it, onTestFinished } from "vitest";
import { fuzz } from "../support/fuzz/fuzz-run.ts";
import { fuzzedGateway } from "../support/fuzz/fuzzed-gateway.ts";
import type { Received } from "../support/fuzz/send-plan.ts";

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

it.each<[string, (text: string) => string, RegExp]>([
  [
    "has another type than the document says",
    (text) => text.replace(/^\{"until":\d+/, '{"until":"soon"'),
    /data\/until must be integer/,
  ],
  [
    "has a field that the document does not have",
    (text) => text.replace(/^\{"until":/, '{"more":1,"until":'),
    /must NOT have additional properties/,
  ],
  [
    "tells what a visitor of the other app wrote",
    (text) => text.replace("of this app wrote", "of the other app wrote"),
    /a text of the other app/,
  ],
])("the generated requests find an answer that %s", async (_what, spoiled, fault) => {
  const spoil = (answer: Received) => ({ ...answer, text: spoiled(answer.text) });
  await expect(fuzz(await started(), { requests: 300, seed: 1, spoil })).rejects.toThrow(fault);
});
