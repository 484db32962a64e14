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
    expect(succeeded.toSorted()).toEqual([
      "GET /conversations/{id} 200",
      "GET /conversations/{id}/messages 200",
      "GET /openapi.json 200",
      "POST /events/acknowledge 200",
      "POST /events/poll 200",
      "POST /messages 200",
      "POST /messages 202",
      "POST /ready 204",
      "PUT /availability 200",
    ]);
  },
  300_000,
);
