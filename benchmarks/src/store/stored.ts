import type { CommitResult } from "@parley/core";

/** @throws Error unless the commit stored every append as new, settled everything, and granted the expected leases. */
export function checkCommit(result: CommitResult, leases: number): void {
  const { appends, settlements } = result;
  for (const append of appends)
    if (append.status !== "stored") throw new Error(`an append was ${append.status}`);
  if (settlements.some((settlement) => settlement !== "settled"))
    throw new Error("a settlement was not taken");
  if (result.leases.length !== leases)
    throw new Error(`${result.leases.length} leases instead of ${leases}`);
}
