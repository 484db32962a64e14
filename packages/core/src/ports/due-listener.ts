import type { ServiceIdentifier } from "inversify";
import type { Claim, PluginEntry } from "../model/plugin-entry.ts";

/** An entry that is due, and the right to write under this call. */
export interface DueEntry<Value = unknown> extends PluginEntry<Value> {
  readonly claim: Claim;
}

/**
 * What becomes of the entry.
 * - `dueAt`: when to call again, in epoch milliseconds; `null`: not by itself, only after a `wake` or a `put`.
 * - `value`: the entry's new value; left out, it keeps its value.
 * - `gone`: the entry is deleted.
 */
export type DueAnswer =
  | { readonly dueAt: number | null; readonly value?: unknown }
  | { readonly gone: true };

/**
 * Called when an entry of the instance's `PluginState` is due; implemented by plugins that poll, keep a connection open,
 * or have time limits. Bound under the instance's name: `bind(DueListener)…whenNamed(name)`.
 */
export interface DueListener {
  /**
   * One call at a time for each entry, on one node at a time; calls for different entries run side by side.
   * - A call may take ten minutes. Then `signal` aborts, as it does when the gateway stops or when the entry is written
   *   from outside this call. What is written under `claim` after that is refused.
   * - After a throw, or an answer that is none, the call comes again after 1 to 60 s, or at once if the entry was woken
   *   meanwhile. A throw after ten minutes counts as an end: the call comes again at once.
   * - A call that goes on for five minutes after its signal has aborted no longer holds up the next one.
   * - When the node dies, another one calls within 5 s. So work done before that may be done twice.
   */
  due(entry: DueEntry, signal: AbortSignal): Promise<DueAnswer>;
}
export const DueListener = Symbol.for("@parley/core/DueListener") as ServiceIdentifier<DueListener>;
