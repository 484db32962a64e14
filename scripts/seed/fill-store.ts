import { setImmediate as nextTurn } from "node:timers/promises";
import type { CommitResult, Lease, LeaseBudget, MessageStore } from "@parley/core";
import type { SeededRandom } from "../../harness/src/hostile-input/seeded-random.ts";
import { countFailed, settlementsOf } from "./settlements.ts";
import { type ChannelName, Talk } from "./talk.ts";

/** How many conversations go on at a time. Each writes one message in a commit. */
const width = 1_000;
const spanMs = 90 * 86_400_000;

export interface Filling {
  readonly seed: number;
  readonly random: SeededRandom;
  /** How many messages each conversation has. */
  readonly lengths: readonly number[];
  readonly channels: readonly ChannelName[];
  /** Epoch milliseconds of the last message. */
  readonly endsAt: number;
  /** Ends it early. What was stored until then is settled. */
  readonly signal: AbortSignal;
}

/**
 * Writes all conversations through the store's port, so that every row and index is the store's own. Each commit
 * settles what the one before appended, so nothing waits at the end.
 */
export async function fillStore(
  store: MessageStore,
  filling: Filling,
  tell: (stored: number) => void,
): Promise<void> {
  const { random, lengths, endsAt, signal } = filling;
  const all = lengths.reduce((sum, length) => sum + length, 0);
  const open = new Set<Talk>();
  let begun = 0;
  let stored = 0;
  let held: readonly Lease[] = [];
  const begin = (length: number): void => {
    begun += 1;
    const channel = random.pick(filling.channels);
    open.add(new Talk(filling, { number: begun, length, channel }));
  };
  while ((stored < all && !signal.aborted) || held.length > 0) {
    if (signal.aborted) open.clear();
    else lengths.slice(begun, begun + width - open.size).forEach(begin);
    const appends = [...open].map((talk) => talk.next());
    const settlements = settlementsOf(held);
    stored += appends.length;
    const now = endsAt - Math.floor((spanMs * (all - stored)) / all);
    const result = await store.commit({ appends, settlements }, now, budgetOf(width));
    checkResult(result, appends.length + countFailed(settlements));
    held = result.leases;
    for (const talk of open) if (talk.isOver) open.delete(talk);
    tell(stored);
    // SQLite commits within a turn of the event loop. Signals arrive between turns.
    await nextTurn();
  }
}

/** @throws Error when something was not stored, not settled or not leased. */
function checkResult({ appends, settlements, leases }: CommitResult, expected: number): void {
  const strange = appends.find(({ status }) => status !== "stored");
  if (strange?.status === "repeated")
    throw new Error(
      "This store has the conversations of this seed already. Choose another --seed.",
    );
  if (strange?.status === "unavailable")
    throw new Error("The store did not take a message.", { cause: strange.cause });
  const isSettled = settlements.every((answer) => answer === "settled");
  if (strange === undefined && isSettled && leases.length === expected) return;
  throw new Error("The store did other than was expected. Is a gateway running on it?");
}

function budgetOf(leases: number): LeaseBudget {
  const each = { inbound: leases, outbound: leases, reports: leases, notices: leases };
  return { owner: "seed", ...each, seriesPerChannel: leases };
}
