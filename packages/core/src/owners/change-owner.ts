import type { Owner, OwnerChange, StoredOwnerChange } from "../model/owner.ts";
import type { OwnerAppend } from "../ports/stores/append.ts";

/** What a store knows about the conversation, read under its lock. */
export interface OwnedConversation {
  readonly conversationId: string;
  readonly channelId: string;
  readonly owner: Owner;
  /** Sequence of its newest delivery. */
  readonly lastSequence: number;
  /** Whether an event of the visitor waits for the owner. */
  readonly hasWaiting: boolean;
}

/** What a store writes. `null`: nothing is to change. */
export interface ChangedOwner {
  readonly owner: Owner;
  /** For the history. */
  readonly change: OwnerChange;
  /** For the lanes of the backends that hear of it; `null`: the backend stays the same. */
  readonly told: StoredOwnerChange | null;
}

/** Decides what a change of owner writes. Every store calls this in the transaction that writes it. */
export function changeOwner(
  { conversationId, channelId, owner, lastSequence, hasWaiting }: OwnedConversation,
  append: OwnerAppend,
  now: number,
): ChangedOwner | "stale-fence" | null {
  if (append.fence !== owner.fence) return "stale-fence";
  const { name, by, why, ifWaiting } = append;
  const backend = append.to.backend ?? (hasWaiting ? ifWaiting : null);
  // The assignee is one within the backend that was asked for.
  const to = { backend, assignee: append.to.backend === null ? null : append.to.assignee };
  const isNewBackend = backend !== owner.backend;
  if (!isNewBackend && to.assignee === owner.assignee) return null;
  const fence = owner.fence + Number(isNewBackend);
  const from = { backend: owner.backend, assignee: owner.assignee };
  const change: OwnerChange = { at: now, name, from, to, fence, by, why };
  const told = isNewBackend ? { ...change, conversationId, channelId, lastSequence } : null;
  return { owner: { ...to, fence }, change, told };
}

/** The owner that a visitor's message gives to a conversation without one; `null`: it has one. */
export function chosenOwner(owner: Owner, backend: string, now: number): ChosenOwner | null {
  if (owner.backend !== null) return null;
  const to = { backend, assignee: null };
  const fence = owner.fence + 1;
  const from = { backend: null, assignee: owner.assignee };
  const change = { at: now, name: "chosen", from, to, fence, by: "gateway", why: null };
  return { owner: { ...to, fence }, change };
}

/** As `ChangedOwner`. Nobody is told: the message itself tells the backend. */
export type ChosenOwner = Pick<ChangedOwner, "owner" | "change">;

/** The owner of a conversation that its first message creates. */
export function firstOwner(backend: string): Owner {
  return { backend, assignee: null, fence: 0 };
}
