import type { ServiceIdentifier } from "inversify";
import type {
  PluginEntry,
  PluginEntryPage,
  PluginWrite,
  WriteAnswer,
} from "../../model/plugin-entry.ts";

/**
 * Small durable JSON of one instance: which thread is which conversation, how far it has polled. Given to plugins under
 * their instance's name, implemented by core over the gateway's store. Every node sees the same entries, and they are
 * part of its backups.
 * Keys have 1 to 200 printable ASCII characters without spaces.
 * All methods reject with ParleyError `invalid-state-request` for a key or page that cannot be, and with the store's error
 * when it fails. A write also with `overloaded` (nothing was written) or `store-unavailable` (it may have been written).
 */
export interface PluginState {
  /** `null`: no entry, or it has expired, or its conversation was erased. */
  get<Value = unknown>(key: string): Promise<PluginEntry<Value> | null>;
  /** All writes or none, in order; at most 100. Resolves after the commit. */
  write(batch: readonly PluginWrite[]): Promise<WriteAnswer>;
  /** Entries whose key begins with `prefix`, in the order of their keys; `limit` is 1 to 500. */
  list<Value = unknown>(
    prefix: string,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<PluginEntryPage<Value>>;
  /**
   * Makes the entry due now. A due call that runs for it goes on; when it ends, `due` is called once more. Without an
   * entry it does nothing. Resolves after the commit.
   */
  wake(key: string): Promise<void>;
}
export const PluginState = Symbol.for("@parley/core/PluginState") as ServiceIdentifier<PluginState>;
