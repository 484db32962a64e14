import type { LiveEvent } from "../../src/live/live-event.ts";
import type { Connection, TabMessage } from "./tab-message.ts";

/** Callbacks of the gateway's event stream. */
export interface StreamListener {
  /** A heartbeat. `accountId` is the account of the stream. */
  readonly onBeat: (accountId: string) => void;
  readonly onEvent: (id: string, event: LiveEvent) => void;
  /** `isRefused`: the stream does not reconnect by itself. */
  readonly onTrouble: (isRefused: boolean) => void;
}

/** The browser features that a tab uses. */
export interface TabPlatform {
  /** Unique name of this tab. */
  readonly tab: string;
  readonly now: () => number;
  /** From 0 to 1. */
  readonly random: () => number;
  /** Returns the function that cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  readonly isVisible: () => boolean;
  /** Sends to all other tabs. */
  readonly post: (message: TabMessage) => void;
  /** Opens the gateway's event stream after `lastId`. Returns the function that closes it. */
  readonly open: (lastId: string, listener: StreamListener) => () => void;
}

export interface LiveOptions {
  readonly accountId: string;
  readonly onEvent: (event: LiveEvent) => void;
  readonly onConnection: (connection: Connection) => void;
  /** Another account may have signed in, in this browser. */
  readonly onOtherAccount: () => void;
  /** Whether the session is still valid. Called when the gateway refuses the stream. */
  readonly isSignedIn: () => Promise<boolean>;
}
