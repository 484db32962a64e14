import type { LiveEvent } from "../../src/live/live-event.ts";

/** What a page knows of its news: `lost` while none can come. */
export type Connection = "connecting" | "open" | "lost" | "signed-out";

/** A tab that holds the browser's stream, or did. Of two, the one that began later keeps it. */
export interface Leader {
  readonly tab: string;
  /** Epoch milliseconds. */
  readonly since: number;
}

/** What a tab says to the others of its browser. */
export type Words =
  | { readonly kind: "hello" }
  /** The stream is held, and this is its state; said with each sign of life. `id`: of the newest event. */
  | {
      readonly kind: "lead";
      readonly leader: Leader;
      readonly connection: Connection;
      readonly id: string;
    }
  /** `after`: id of the event before. */
  | {
      readonly kind: "event";
      readonly leader: Leader;
      readonly after: string;
      readonly id: string;
      readonly event: LiveEvent;
    }
  /** The leader goes. */
  | { readonly kind: "leave"; readonly leader: Leader }
  /** Nobody is signed in here any more. */
  | { readonly kind: "signed-out" };

/** The account is the one that the tab shows: another tab may still show another one. */
export type TabMessage = Words & { readonly accountId: string };

export function isSameLeader(one: Leader | null, other: Leader): boolean {
  return one?.tab === other.tab && one.since === other.since;
}

export function outranks(one: Leader, other: Leader): boolean {
  return one.since > other.since || (one.since === other.since && one.tab > other.tab);
}
