import { expect, it, onTestFinished } from "vitest";
import { fuzz } from "../../support/fuzz/fuzz-run.ts";
import { fuzzedGateway } from "../../support/fuzz/fuzzed-gateway.ts";

it.each([1, 2])(
  "2,000 requests made from the document get no 5xx, and no answer that the document does not have: seed %i",
  async (seed) => {
    const gateway = await fuzzedGateway();
    onTestFinished(() => gateway.close());
    const counts = await fuzz(gateway, { requests: 2_000, seed });
    const succeeded = [...counts.keys()].filter((what) => / 20[024]$/.test(what));
    expect(succeeded.length).toBeGreaterThanOrEqual(8);
  },
  300_000,
);
