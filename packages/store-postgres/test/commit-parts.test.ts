import { aBudget, anInboundAppend } from "@parley/conformance";
import type { Append, CommitResult } from "@parley/core";
import { describe, expect, it } from "vitest";
import { commitInParts } from "../src/commit-parts.ts";

const appends = Array.from({ length: 1_000 }, (_, index) =>
  anInboundAppend({ visitorKey: `${index}` }),
);

/** Commits all of it while `isLocked` says so of none; counts how often it had to wait for a lock. */
async function commitAgainst(
  isLocked: (append: Append) => boolean,
): Promise<{ stored: number; waits: number }> {
  let waits = 0;
  const result = await commitInParts({ appends, settlements: [] }, aBudget(), async (batch) => {
    if (batch.appends.some(isLocked)) {
      waits += 1;
      throw Object.assign(new Error("lock timeout"), { code: "55P03" });
    }
    return { appends: batch.appends.map(storedAnswer), settlements: [], leases: [] };
  });
  return { stored: result.appends.filter(({ status }) => status === "stored").length, waits };
}

const storedAnswer = (): CommitResult["appends"][number] => ({
  status: "stored",
  conversationId: "c",
  sequences: [1],
  created: false,
});

describe("a batch of which some rows are locked", () => {
  it("is stored but for the one lane that is", async () => {
    const { stored } = await commitAgainst((append) => append === appends[617]);
    expect(stored).toBe(999);
  });

  it("is given up when all are, before it has waited for each", async () => {
    const { stored, waits } = await commitAgainst(() => true);
    expect(stored).toBe(0);
    expect(waits).toBeLessThanOrEqual(12);
  });
});
