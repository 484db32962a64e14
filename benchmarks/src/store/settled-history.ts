import type { Lease, MessageStore, Settlement } from "@parley/core";
import { budgetOf } from "./opened-store.ts";
import { checkCommit } from "./stored.ts";
import { visitorAppend } from "./visitor-append.ts";

/** Settled messages: number of conversations, and messages in each. */
export interface History {
  readonly conversations: number;
  readonly perConversation: number;
}

/** Number of visitors that write at a time. Each writes all its messages before the next ones start. */
export const visitorsAtOnce = 1_000;
/** Number of channels, used in turn. */
export const channels = 100;

/**
 * Fills a store like a busy gateway: each commit settles what the previous one appended and leased.
 * @throws Error when a message was not stored or not settled.
 */
export async function fillHistory(
  messages: MessageStore,
  { conversations, perConversation }: History,
  tell: (stored: number) => void,
): Promise<void> {
  let held: readonly Lease[] = [];
  let stored = 0;
  for (let first = 0; first < conversations; first += visitorsAtOnce) {
    const width = Math.min(visitorsAtOnce, conversations - first);
    for (let number = 0; number < perConversation; number += 1) {
      held = await appendRow(messages, { first, width, number }, held);
      stored += width;
    }
    tell(stored);
  }
  await settleAll(messages, held);
}

/** Settles leases as delivered at the first attempt. */
export async function settleAll(messages: MessageStore, leases: readonly Lease[]): Promise<void> {
  const settlements = leases.map(delivered);
  checkCommit(await messages.commit({ appends: [], settlements }, Date.now(), budgetOf(0)), 0);
}

async function appendRow(
  messages: MessageStore,
  row: { readonly first: number; readonly width: number; readonly number: number },
  held: readonly Lease[],
): Promise<readonly Lease[]> {
  const { first, width, number } = row;
  const appends = Array.from({ length: width }, (_, index) =>
    visitorMessage(first + index, number),
  );
  const batch = { appends, settlements: held.map(delivered) };
  const result = await messages.commit(batch, Date.now(), budgetOf(width));
  checkCommit(result, width);
  return result.leases;
}

/** One message of a writer, on its conversation's channel. */
export function visitorMessage(writer: number, number: number) {
  return visitorAppend(writer % channels, { writer, number, sentAt: Date.now() });
}

/** With the engine's record of one successful attempt. */
function delivered({ lane, token, head }: Lease): Settlement {
  const record = JSON.stringify([[1, head.acceptedAt, 2, "taken"]]);
  return { lane, token, verdict: { kind: "delivered", record } };
}
