import type { Stored } from "@parley/core/sql-store";
import { hash } from "node:crypto";
import { textDigest } from "./text-digest.ts";

/** An idempotency key of the tail, and what was stored with it. */
export interface RecentKey extends Stored {
  /** Position of the last delivery of its message. */
  readonly position: number;
  readonly conversation: number;
  readonly key: string;
  readonly acceptedAt: number;
}

/**
 * Longer keys are kept as a digest, which is not valid JSON and so equals no key. Thousands of long keys must not fill
 * memory.
 */
const keptCharacters = 128;

/**
 * The idempotency keys of the tail. `idempotency_keys` is written when the tail is cut. They are found by a number: a
 * `Map` keeps every string used for a look-up until the next full collection.
 */
export class RecentKeys {
  /** In order of position, also within a group. */
  readonly #all: RecentKey[] = [];
  readonly #groups = new Map<number, RecentKey[]>();
  readonly #mostGroups: number;

  constructor(mostGroups = 2 ** 32) {
    this.#mostGroups = mostGroups;
  }

  /** The newest entry of a key. `text`: the key as JSON, as in its row. */
  find(conversation: number, text: string): RecentKey | undefined {
    const key = brief(text);
    return this.#groups
      .get(this.#groupOf(conversation, key))
      ?.findLast((one) => one.conversation === conversation && one.key === key);
  }

  /** `given` must come after all others. */
  add(given: RecentKey): void {
    const recent = { ...given, key: brief(given.key) };
    this.#all.push(recent);
    const group = this.#groupOf(recent.conversation, recent.key);
    const known = this.#groups.get(group);
    if (known === undefined) this.#groups.set(group, [recent]);
    else known.push(recent);
  }

  /** Removes keys at `position` or before. */
  cut(position: number): void {
    const kept = this.#all.findIndex((recent) => recent.position > position);
    for (const gone of this.#all.splice(0, kept < 0 ? this.#all.length : kept))
      this.#leave(gone, (group) => group.shift());
  }

  /** Removes keys after `position`: they were never stored. */
  takeBack(position: number): void {
    while ((this.#all.at(-1)?.position ?? Number.NEGATIVE_INFINITY) > position) {
      const gone = this.#all.pop();
      if (gone !== undefined) this.#leave(gone, (group) => group.pop());
    }
  }

  clear(): void {
    this.#all.length = 0;
    this.#groups.clear();
  }

  #groupOf(conversation: number, key: string): number {
    return (textDigest(key) + conversation) % this.#mostGroups;
  }

  #leave({ conversation, key }: RecentKey, take: (group: RecentKey[]) => void): void {
    const at = this.#groupOf(conversation, key);
    const group = this.#groups.get(at) ?? [];
    take(group);
    if (group.length === 0) this.#groups.delete(at);
  }
}

function brief(key: string): string {
  return key.length > keptCharacters ? hash("sha256", key, "base64") : key;
}
