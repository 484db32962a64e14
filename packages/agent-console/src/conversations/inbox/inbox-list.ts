/**
 * The lists of the inbox. `unread`: the visitor wrote, and this agent has not read it. `waiting`: the visitor's last
 * message has no answer. `failed`: the latest message to the visitor was not delivered.
 */
export const inboxListNames = ["all", "unread", "waiting", "failed"] as const;
export type InboxListName = (typeof inboxListNames)[number];

/** Numbers of conversations. A count ends at `countLimit`, which stands for "at least as many". */
export type InboxCounts = Readonly<Record<InboxListName, number>>;
export const countLimit = 100;

/** Counts for one agent. */
export interface InboxSummary {
  readonly counts: InboxCounts;
  /** `false` while the lists are made for the first time. */
  readonly complete: boolean;
  /** Ids of all channels. */
  readonly channels: readonly string[];
}
