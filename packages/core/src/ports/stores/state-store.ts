import type { ServiceIdentifier } from "inversify";
import type { StoredEntry } from "../../state/stored-entry.ts";

/** Which entries of an instance are claimed, and for how long. */
export interface DueRequest {
  readonly instance: string;
  readonly limit: number;
  /** Names this call; never used twice. */
  readonly token: string;
  /** Epoch milliseconds at which the claims end, unless they are renewed. */
  readonly until: number;
  /**
   * Whether it is the node's first call for the instance. Claims that end more than `strayClaimMs` after `until` come from
   * before the clock was set back. Such a call ends them, so that their entries are due at once.
   */
  readonly isFirst: boolean;
}

/** The claimed entries, and when to ask again. */
export interface DueEntries {
  readonly entries: readonly StoredEntry[];
  /** The earliest instant at which another entry of the instance can be claimed; `null`: none. */
  readonly nextAt: number | null;
}

/** A page of entries in the order of their keys. */
export interface StatePageRequest {
  readonly prefix: string;
  /** The last key of the page before; `null` for the first page. */
  readonly after: string | null;
  readonly limit: number;
}

/** What one instance keeps, for the doctor. */
export interface InstanceUsage {
  readonly instance: string;
  readonly entries: number;
  readonly bytes: number;
  /** Entries whose last due call failed. */
  readonly failing: number;
  /** Entries of erased conversations that the listener has not taken yet. */
  readonly erased: number;
}

/**
 * Called by core for the state of plugins; implemented by each store. Entries are written by `MessageStore.commit`. A
 * commit of a store in this process also holds messages; for a store across a wire core commits them apart.
 * Reads leave out entries that have expired, or whose conversation was erased.
 */
export interface StateStore {
  get(instance: string, key: string, now: number): Promise<StoredEntry | null>;
  /** Keys are ASCII; their order is that of their bytes. */
  list(instance: string, page: StatePageRequest, now: number): Promise<readonly StoredEntry[]>;
  /** Claims entries that are due, in one durable transaction, the longest due first. */
  claimDue(request: DueRequest, now: number): Promise<DueEntries>;
  /** Every instance that has entries, in the order of their names. */
  usage(): Promise<readonly InstanceUsage[]>;
}
export const StateStore = Symbol.for("@parley/core/StateStore") as ServiceIdentifier<StateStore>;
