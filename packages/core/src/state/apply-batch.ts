import type { WriteAnswer, WriteCondition, WriteRefusal } from "../model/plugin-entry.ts";
import type { Turn } from "../model/turn.ts";
import type { StateBatch, StateWrite } from "./state-batch.ts";
import { entryBytes, isExpired, type StoredEntry, unclaimEntry } from "./stored-entry.ts";

/** What one instance keeps. */
export interface StateUsage {
  readonly entries: number;
  readonly bytes: number;
  /** The last version given to an entry. It only rises, so that no version comes twice. */
  readonly lastVersion: number;
}

/** What a store knows when it applies a batch. All of it is read in the transaction that writes. */
export interface StateFacts {
  /** The entry as stored, also an expired or erased one; `null`: none. */
  readonly entry: (key: string) => StoredEntry | null;
  readonly usage: StateUsage;
  readonly hasConversation: (id: string) => boolean;
  readonly isCurrent: (turn: Turn) => boolean;
}

/** What a store writes. */
export interface AppliedBatch {
  readonly answer: WriteAnswer;
  /** The entries that changed; `null`: deleted. Empty when the batch was refused. */
  readonly changed: ReadonlyMap<string, StoredEntry | null>;
  readonly usage: StateUsage;
}

/** Decides what a batch changes. Every store calls this in the transaction that writes the result. */
export function applyBatch(batch: StateBatch, facts: StateFacts, now: number): AppliedBatch {
  const draft = new Draft(facts, now);
  const versions: (number | null)[] = [];
  for (const [index, write] of batch.writes.entries()) {
    const result = draft.apply(write);
    if (typeof result === "string") return refused(facts, index, result);
    versions.push(result.version);
    if (draft.grew && isFull(draft.usage, batch)) return refused(facts, index, "full");
  }
  return { answer: { written: true, versions }, changed: draft.changed, usage: draft.usage };
}

function refused({ usage }: StateFacts, index: number, why: WriteRefusal): AppliedBatch {
  return { answer: { written: false, index, why }, changed: new Map(), usage };
}

function isFull({ entries, bytes }: StateUsage, { limits }: StateBatch): boolean {
  return entries > limits.entries || bytes > limits.bytes;
}

/** A write that was applied. */
interface Applied {
  /** The version given to the entry; `null`: none was given. */
  readonly version: number | null;
}

const unversioned: Applied = { version: null };

/** The state of an instance with some writes of a batch applied. */
class Draft {
  readonly #facts: StateFacts;
  readonly #now: number;
  readonly changed = new Map<string, StoredEntry | null>();
  usage: StateUsage;
  /** Whether the last write made the instance larger. */
  grew = false;

  constructor(facts: StateFacts, now: number) {
    this.#facts = facts;
    this.#now = now;
    this.usage = facts.usage;
  }

  apply(write: StateWrite): Applied | WriteRefusal {
    this.grew = false;
    switch (write.kind) {
      case "put":
        return this.#put(write);
      case "delete":
        return this.#delete(write);
      case "wake":
        return this.#wake(write.key);
      default:
        return this.#underClaim(write);
    }
  }

  #put(write: StateWrite & { kind: "put" }): Applied | WriteRefusal {
    const old = this.#stored(write.key);
    const next = this.#replaced(write, old !== null && isExpired(old, this.#now) ? null : old);
    // Before the conditions: an erased conversation has no turn left, and the plugin must hear that it was erased.
    if (old?.isErased === true || !this.#exists(next.conversationId)) return "erased";
    const refusal = this.#refusal(write.key, write.when);
    if (refusal !== null) return refusal;
    this.#save(write.key, old, next);
    return { version: next.version };
  }

  #exists(conversationId: string | null): boolean {
    return conversationId === null || this.#facts.hasConversation(conversationId);
  }

  #replaced(write: StateWrite & { kind: "put" }, old: StoredEntry | null): StoredEntry {
    const { key, value, conversationId, due, expiresAt, when } = write;
    const isOwn = when.claim?.key === key;
    const isInterrupted = old !== null && old.claim !== null && !isOwn;
    return {
      key,
      value,
      version: this.usage.lastVersion + 1,
      conversationId: conversationId === undefined ? (old?.conversationId ?? null) : conversationId,
      due: due === undefined ? (old?.due ?? null) : due,
      expiresAt: expiresAt === undefined ? (old?.expiresAt ?? null) : expiresAt,
      isWoken: (old?.isWoken ?? false) || (isInterrupted && due === undefined),
      claim: isOwn ? (old?.claim ?? null) : null,
      failures: old?.failures ?? 0,
      isErased: false,
    };
  }

  #delete({ key, when }: StateWrite & { kind: "delete" }): Applied | WriteRefusal {
    const refusal = this.#refusal(key, when);
    if (refusal !== null) return refusal;
    const old = this.#stored(key);
    // An erased entry is its listener's.
    if (old !== null && !old.isErased) this.#save(key, old, null);
    return unversioned;
  }

  #wake(key: string): Applied {
    const old = this.#visible(key);
    if (old !== null && !old.isWoken) this.#save(key, old, { ...old, isWoken: true });
    return unversioned;
  }

  #underClaim(
    write: StateWrite & { kind: "renew" | "end" | "gone" | "release" },
  ): Applied | WriteRefusal {
    const { key } = write.claim;
    const old = this.#stored(key);
    if (old === null || !this.#isClaimed(write.claim)) return "stale-claim";
    if (write.kind === "end") return this.#end(write, old);
    if (write.kind === "gone" && !old.isWoken) {
      this.#save(key, old, null);
      return unversioned;
    }
    const next =
      write.kind === "renew"
        ? { ...old, claim: { token: write.claim.token, until: write.until } }
        : unclaimEntry(old);
    this.#save(key, old, next);
    return unversioned;
  }

  #end(write: StateWrite & { kind: "end" }, old: StoredEntry): Applied {
    const { due, value = old.value, hasFailed } = write;
    const isSame = value === old.value;
    const version = isSame ? old.version : this.usage.lastVersion + 1;
    const failures = hasFailed ? old.failures + 1 : 0;
    this.#save(old.key, old, { ...old, due, value, version, failures, claim: null });
    return { version };
  }

  #refusal(key: string, when: WriteCondition): WriteRefusal | null {
    const old = this.#visible(key);
    if (when.turn !== undefined && !this.#facts.isCurrent(when.turn)) return "stale-turn";
    if (when.claim !== undefined && !this.#isClaimed(when.claim)) return "stale-claim";
    if (when.ifAbsent === true && old !== null) return "exists";
    if (when.ifVersion !== undefined && old?.version !== when.ifVersion) return "version";
    return null;
  }

  #isClaimed({ key, token }: { readonly key: string; readonly token: string }): boolean {
    const entry = this.#stored(key);
    if (entry === null || entry.isErased || entry.claim === null) return false;
    return entry.claim.token === token && entry.claim.until > this.#now;
  }

  #stored(key: string): StoredEntry | null {
    const changed = this.changed.get(key);
    return changed === undefined ? this.#facts.entry(key) : changed;
  }

  #visible(key: string): StoredEntry | null {
    const entry = this.#stored(key);
    return entry === null || entry.isErased || isExpired(entry, this.#now) ? null : entry;
  }

  #save(key: string, old: StoredEntry | null, next: StoredEntry | null): void {
    const entries = (next === null ? 0 : 1) - (old === null ? 0 : 1);
    const bytes = (next === null ? 0 : entryBytes(next)) - (old === null ? 0 : entryBytes(old));
    this.grew = entries > 0 || bytes > 0;
    this.changed.set(key, next);
    this.usage = {
      entries: this.usage.entries + entries,
      bytes: this.usage.bytes + bytes,
      lastVersion: Math.max(this.usage.lastVersion, next?.version ?? 0),
    };
  }
}
