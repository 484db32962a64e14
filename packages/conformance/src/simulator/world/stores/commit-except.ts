import type {
  Append,
  CommitBatch,
  CommitResult,
  LeaseBudget,
  MessageStore,
  Settlement,
} from "@parley/core";

/**
 * Commits a batch without the items of one conversation. These are answered with `unavailable`, as by a store that cannot
 * lock the lane. `leftOut`: index of an item of that conversation; `undefined` leaves nothing out. If it is even, another
 * transaction has locked the lane.
 */
export async function commitExcept(
  messages: MessageStore,
  leftOut: number | undefined,
  batch: CommitBatch,
  now: number,
  budget: LeaseBudget,
): Promise<CommitResult> {
  const whose = [...batch.settlements.map(ofSettlement), ...batch.appends.map(ofAppend)];
  const out = leftOut === undefined ? undefined : whose[leftOut % Math.max(1, whose.length)];
  if (out === undefined) return messages.commit(batch, now, budget);
  const rest = {
    appends: batch.appends.filter((append) => ofAppend(append) !== out),
    settlements: batch.settlements.filter((settlement) => ofSettlement(settlement) !== out),
    states: batch.states ?? [],
  };
  const isLocked = leftOut !== undefined && leftOut % 2 === 0;
  return withGaps(batch, await messages.commit(rest, now, budget), out, isLocked);
}

function withGaps(
  batch: CommitBatch,
  { appends, settlements, leases, states }: CommitResult,
  out: string,
  isLocked: boolean,
): CommitResult {
  const stored = [...appends];
  const settled = [...settlements];
  const cause = new Error("locked, says zq:lock-qz");
  const missing = { status: "unavailable", cause, isLocked } as const;
  return {
    appends: batch.appends.map((append) =>
      ofAppend(append) === out ? missing : (stored.shift() ?? missing),
    ),
    settlements: batch.settlements.map((settlement) =>
      ofSettlement(settlement) === out ? "unavailable" : (settled.shift() ?? "unavailable"),
    ),
    states,
    leases,
  };
}

function ofSettlement({ lane }: Settlement): string {
  return lane.conversationId;
}

/** A new conversation has no id yet, so its visitor identifies it. */
function ofAppend(append: Append): string {
  if (append.kind !== "inbound") return append.conversationId;
  return `${append.channelKey} ${append.visitorKey}`;
}
