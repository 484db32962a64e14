import type { LiveEvent } from "../../src/live/live-event.ts";
import type { Connection, TabMessage } from "./tab-message.ts";

/** What the gateway's stream brings. */
export interface StreamListener {
  /** A sign of life. The stream is that of this account. */
  readonly onBeat: (accountId: string) => void;
  readonly onEvent: (id: string, event: LiveEvent) => void;
  /** `isRefused`: it does not come back by itself. */
  readonly onTrouble: (isRefused: boolean) => void;
}

/** What a tab needs of its browser. */
export interface TabPlatform {
  /** Names this tab; no other one has the same. */
  readonly tab: string;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Returns what cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  readonly isVisible: () => boolean;
  /** Tells all other tabs. */
  readonly post: (message: TabMessage) => void;
  /** Opens the gateway's stream after `lastId`; returns what closes it. */
  readonly open: (lastId: string, listener: StreamListener) => () => void;
}

export interface LiveOptions {
  readonly accountId: string;
  readonly onEvent: (event: LiveEvent) => void;
  readonly onConnection: (connection: Connection) => void;
  /** Somebody else may have signed in, in this browser. */
  readonly onOtherAccount: () => void;
  /** Whether the session still stands; asked when the gateway refuses the stream. */
  readonly isSignedIn: () => Promise<boolean>;
}
