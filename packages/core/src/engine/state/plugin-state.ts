import { ParleyError } from "../../errors.ts";
import type {
  PluginEntry,
  PluginEntryPage,
  PluginWrite,
  WriteAnswer,
} from "../../model/plugin-entry.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { PluginState } from "../../ports/services/plugin-state.ts";
import type { StateStore } from "../../ports/stores/state-store.ts";
import type { StateLimits, StateWrite } from "../../state/state-batch.ts";
import { pluginEntry } from "../../state/stored-entry.ts";
import { schemaFault } from "../../validation/schema-fault.ts";
import type { CommitQueue } from "../commit/commit-queue.ts";
import { readWrite } from "./read-write.ts";
import type { StateChanges } from "./state-changes.ts";
import { anyKey } from "./write-schema.ts";

/** The most writes of one batch. */
const batchLimit = 100;
/** The most entries of one page. */
const pageLimit = 500;

/** What the state of every instance needs. */
export interface StatePorts {
  readonly store: StateStore;
  readonly queue: Pick<CommitQueue, "write">;
  readonly clock: Clock;
  readonly changes: StateChanges;
  readonly limits: StateLimits;
}

/** The state of one instance. */
export class StoredPluginState implements PluginState {
  readonly #ports: StatePorts;
  readonly #instance: string;

  constructor(ports: StatePorts, instance: string) {
    this.#ports = ports;
    this.#instance = instance;
  }

  async get<Value>(key: string): Promise<PluginEntry<Value> | null> {
    checkKey(key);
    const { store, clock } = this.#ports;
    const entry = await store.get(this.#instance, key, clock.now());
    return entry === null ? null : pluginEntry<Value>(entry);
  }

  async list<Value>(
    prefix: string,
    { after, limit }: { readonly after: string | null; readonly limit: number },
  ): Promise<PluginEntryPage<Value>> {
    if (prefix !== "") checkKey(prefix);
    if (after !== null) checkKey(after);
    if (!Number.isSafeInteger(limit) || limit < 1 || limit > pageLimit)
      throw invalid(`limit must be a whole number from 1 to ${pageLimit}.`);
    const { store, clock } = this.#ports;
    const page = { prefix, after, limit };
    const entries = await store.list(this.#instance, page, clock.now());
    const next = entries.length < limit ? null : (entries.at(-1)?.key ?? null);
    return { entries: entries.map((entry) => pluginEntry<Value>(entry)), next };
  }

  async write(batch: readonly PluginWrite[]): Promise<WriteAnswer> {
    if (!Array.isArray(batch)) throw invalid("write takes an array of writes.");
    const now = this.#ports.clock.now();
    const writes: StateWrite[] = [];
    for (const [index, one] of batch.slice(0, batchLimit + 1).entries()) {
      const read = index < batchLimit ? readWrite(one, now) : tooMany;
      if ("detail" in read) return { written: false, index, why: "invalid", ...read };
      writes.push(read);
    }
    if (writes.length === 0) return { written: true, versions: [] };
    return this.#commit(writes);
  }

  async wake(key: string): Promise<void> {
    checkKey(key);
    await this.#commit([{ kind: "wake", key }]);
  }

  async #commit(writes: readonly StateWrite[]): Promise<WriteAnswer> {
    const { queue, limits, changes } = this.#ports;
    const answer = await queue.write({ instance: this.#instance, writes, limits });
    if (answer.written) changes.written(this.#instance, writes);
    return answer;
  }
}

const tooMany = { detail: `a batch has at most ${batchLimit} writes.` };

function checkKey(key: unknown): void {
  const fault = schemaFault(anyKey, { key }, { whole: "the key", field: "field" });
  if (fault !== null) throw invalid(fault);
}

function invalid(detail: string): ParleyError {
  return new ParleyError("invalid-state-request", `PluginState: ${detail} Nothing was written.`);
}
