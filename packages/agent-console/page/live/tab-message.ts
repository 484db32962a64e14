import type { LiveEvent } from "../../src/live/live-event.ts";

/** State of the event stream: `lost` while no events can arrive. */
export type Connection = "connecting" | "open" | "lost" | "signed-out";

/** A tab that holds or held the browser's stream. Of two, the one that started later keeps it. */
export interface Leader {
  readonly tab: string;
  /** Epoch milliseconds. */
  readonly since: number;
}

/** Messages between tabs of one browser. */
export type Words =
  | { readonly kind: "hello" }
  /** The leader's state, sent with each heartbeat. `id`: id of the newest event. */
  | {
      readonly kind: "lead";
      readonly leader: Leader;
      readonly connection: Connection;
      readonly id: string;
    }
  /** `after`: id of the previous event. */
  | {
      readonly kind: "event";
      readonly leader: Leader;
      readonly after: string;
      readonly id: string;
      readonly event: LiveEvent;
    }
  /** The leader is leaving. */
  | { readonly kind: "leave"; readonly leader: Leader }
  /** The session of this browser has ended. */
  | { readonly kind: "signed-out" };

/** With the account that the tab shows. Another tab may still show another account. */
export type TabMessage = Words & { readonly accountId: string };

export function isSameLeader(one: Leader | null, other: Leader): boolean {
  return one?.tab === other.tab && one.since === other.since;
}

export function outranks(one: Leader, other: Leader): boolean {
  return one.since > other.since || (one.since === other.since && one.tab > other.tab);
}
