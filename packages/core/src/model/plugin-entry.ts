import type { Turn } from "./turn.ts";

/** One entry of a plugin's state, as the plugin sees it. */
export interface PluginEntry<Value = unknown> {
  readonly key: string;
  /** JSON. `Value` is what the plugin expects; core does not check it. */
  readonly value: Value;
  /** Changes with every `put`, and is never used twice for one instance. */
  readonly version: number;
  /** The entry is closed when this conversation is erased. `null`: it belongs to none. */
  readonly conversationId: string | null;
  /** Epoch milliseconds at which `DueListener.due` is called. `null`: not by itself. */
  readonly due: number | null;
  /** Epoch milliseconds from which the entry is gone. `null`: never. */
  readonly expiresAt: number | null;
}

/** The right to write under one call of `DueListener.due`. It ends with the call, or when another node takes over. */
export interface Claim {
  readonly key: string;
  readonly token: string;
}

/** When to write. Every condition given must hold. */
export interface WriteCondition {
  /** The key has no entry. */
  readonly ifAbsent?: true;
  /** The entry has this version. */
  readonly ifVersion?: number;
  /** The event that the plugin handles is still this node's to handle. */
  readonly turn?: Turn;
  /** The due call is still this node's. */
  readonly claim?: Claim;
}

/**
 * One change of one entry. A `put` replaces the value. `conversationId`, `due` and `expiresAt` keep what the entry has
 * when they are left out, and `null` clears them.
 */
export type PluginWrite =
  | {
      readonly put: string;
      /** JSON of at most 16 KiB. Ids and figures, never text of visitors. */
      readonly value: unknown;
      readonly conversationId?: string | null;
      /** At most 400 days ahead. */
      readonly due?: number | null;
      readonly expiresAt?: number | null;
      readonly when?: WriteCondition;
    }
  | { readonly delete: string; readonly when?: WriteCondition };

/**
 * Why nothing of a batch was written.
 * - `exists`, `version`, `stale-turn`, `stale-claim`: a condition does not hold.
 * - `erased`: the conversation was erased, or there never was one of this id. Delete what the call made in the app.
 *   `erased` is checked before the conditions.
 * - `full`: the instance has as many entries or bytes as it may have.
 * - `invalid`: `detail` says what is wrong with the write.
 */
export type WriteRefusal =
  | "exists"
  | "version"
  | "stale-turn"
  | "stale-claim"
  | "erased"
  | "full"
  | "invalid";

/** The answer to a batch: everything is written, or nothing. */
export type WriteAnswer =
  | {
      readonly written: true;
      /** The new versions, in the order of the writes; `null` for one that deletes. */
      readonly versions: readonly (number | null)[];
    }
  | {
      readonly written: false;
      /** Place of the first write that was refused. */
      readonly index: number;
      readonly why: WriteRefusal;
      /** A sentence, for `invalid` only. It quotes no value. */
      readonly detail?: string;
    };

/** Entries in the order of their keys. `next` is the `after` of the following page; `null` on the last one. */
export interface PluginEntryPage<Value = unknown> {
  readonly entries: readonly PluginEntry<Value>[];
  readonly next: string | null;
}
