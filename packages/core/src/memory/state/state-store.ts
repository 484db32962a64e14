import type {
  DueEntries,
  DueRequest,
  InstanceUsage,
  StatePageRequest,
  StateStore,
} from "../../ports/stores/state-store.ts";
import {
  claimableAt,
  claimEntry,
  isExpired,
  isStray,
  isVisible,
  type StoredEntry,
  unclaimEntry,
} from "../../state/stored-entry.ts";
import type { MemoryData } from "../data.ts";

/** The reference `StateStore`. */
export class MemoryStateStore implements StateStore {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async get(instance: string, key: string, now: number): Promise<StoredEntry | null> {
    const entry = this.#data.state.get(instance)?.entries.get(key);
    return entry !== undefined && isVisible(entry, now) ? entry : null;
  }

  async list(
    instance: string,
    { prefix, after, limit }: StatePageRequest,
    now: number,
  ): Promise<readonly StoredEntry[]> {
    return this.#entries(instance)
      .filter((entry) => entry.key.startsWith(prefix) && isVisible(entry, now))
      .filter(({ key }) => after === null || key > after)
      .sort((a, b) => (a.key < b.key ? -1 : 1))
      .slice(0, limit);
  }

  async claimDue(request: DueRequest, now: number): Promise<DueEntries> {
    const { instance, limit, token, until } = request;
    if (request.isFirst) this.#endStrayClaims(instance, until);
    const waiting = this.#entries(instance)
      .filter((entry) => claimableAt(entry) !== null && !isExpired(entry, now))
      .sort(byDue);
    const due = waiting.filter((entry) => (claimableAt(entry) ?? Infinity) <= now).slice(0, limit);
    const claimed = due.map((entry) => claimEntry(entry, token, until));
    for (const entry of claimed) this.#data.state.get(instance)?.entries.set(entry.key, entry);
    const next = waiting.find((entry) => !due.includes(entry));
    return { entries: claimed, nextAt: next === undefined ? null : claimableAt(next) };
  }

  async usage(): Promise<readonly InstanceUsage[]> {
    const rows = [...this.#data.state].filter(([, { usage }]) => usage.entries > 0);
    return rows
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([instance, { usage, entries }]) => {
        const all = [...entries.values()];
        return {
          instance,
          entries: usage.entries,
          bytes: usage.bytes,
          failing: all.filter(({ failures, isErased }) => failures > 0 && !isErased).length,
          erased: all.filter(({ isErased }) => isErased).length,
        };
      });
  }

  #endStrayClaims(instance: string, until: number): void {
    const row = this.#data.state.get(instance);
    for (const entry of this.#entries(instance))
      if (isStray(entry, until)) row?.entries.set(entry.key, unclaimEntry(entry));
  }

  #entries(instance: string): StoredEntry[] {
    return [...(this.#data.state.get(instance)?.entries.values() ?? [])];
  }
}

/** The longest due first; at equal instants in the order of the keys. */
function byDue(a: StoredEntry, b: StoredEntry): number {
  return (claimableAt(a) ?? 0) - (claimableAt(b) ?? 0) || (a.key < b.key ? -1 : 1);
}
