import type { LaneKind } from "./lane.ts";

/**
 * The right of one node to handle one event of a conversation. A write under a turn passes only while the lane's lease
 * is still the one under which the plugin was called. Treat it as opaque: pass it on, store it nowhere.
 */
export interface Turn {
  readonly conversationId: string;
  readonly kind: LaneKind;
  readonly token: number;
}

/** What every call of a plugin for an event of a conversation carries. */
export interface CallFacts {
  /** A condition of writes to `PluginState`: they are refused once another call has the event. */
  readonly turn: Turn;
  /**
   * `false`: the plugin was certainly never called with it. `true`: it may have been, so a plugin whose app recognises no
   * repeat should look whether it is there. So are all events of a conversation whose backend has changed twice or more.
   */
  readonly mayBeRepeat: boolean;
}
