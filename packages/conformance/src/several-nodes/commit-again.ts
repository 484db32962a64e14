import type { CommitBatch, CommitResult } from "@parley/core";

/** Each try waits some milliseconds for the lock. No ordinary commit of another node takes as long as all tries. */
const tryLimit = 50;

/**
 * Commits like a gateway: items that are unavailable because another node has locked their lane are committed again.
 * On a slow machine the other commit may take longer than a store waits for a lock.
 */
export async function commitAgain(
  commit: (batch: CommitBatch) => Promise<CommitResult>,
  batch: CommitBatch,
  triesLeft = tryLimit,
): Promise<CommitResult> {
  const result = await commit(batch);
  const isLeft = (answer: string | undefined): boolean => answer === "unavailable";
  const left = {
    appends: batch.appends.filter((_, place) => isLeft(result.appends[place]?.status)),
    settlements: batch.settlements.filter((_, place) => isLeft(result.settlements[place])),
  };
  if (left.appends.length + left.settlements.length === 0 || triesLeft === 1) return result;
  const again = await commitAgain(commit, left, triesLeft - 1);
  const [appends, settlements] = [[...again.appends], [...again.settlements]];
  return {
    appends: result.appends.map((one) => (isLeft(one.status) ? (appends.shift() ?? one) : one)),
    settlements: result.settlements.map((one) =>
      isLeft(one) ? (settlements.shift() ?? one) : one,
    ),
    states: result.states,
    leases: [...result.leases, ...again.leases],
  };
}
