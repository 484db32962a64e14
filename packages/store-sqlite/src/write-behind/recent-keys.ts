import type { Stored } from "@parley/core/sql-store";
import { hash } from "node:crypto";
import { textDigest } from "./text-digest.ts";

/** An idempotency key of the tail, and what was stored with it. */
export interface RecentKey extends Stored {
  /** Of the last delivery that it was stored as. */
  readonly position: number;
  readonly conversation: number;
  readonly key: string;
  readonly acceptedAt: number;
}

/** Of a longer key a digest is kept, which no JSON text is: memory is not for whoever sends thousands of long ones. */
const keptCharacters = 128;

/**
 * The idempotency keys of the tail: `idempotency_keys` is written when the tail is cut. They are found by a number that is
 * made of them: a map keeps every text that it is asked for until the next full collection.
 */
export class RecentKeys {
  /** By rising position, as within a group. */
  readonly #all: RecentKey[] = [];
  readonly #groups = new Map<number, RecentKey[]>();
  readonly #mostGroups: number;

  constructor(mostGroups = 2 ** 32) {
    this.#mostGroups = mostGroups;
  }

  /** The newest. `text`: of the key, JSON, as in its row. */
  find(conversation: number, text: string): RecentKey | undefined {
    const key = brief(text);
    return this.#groups
      .get(this.#groupOf(conversation, key))
      ?.findLast((one) => one.conversation === conversation && one.key === key);
  }

  /** `given`: behind all before it. */
  add(given: RecentKey): void {
    const recent = { ...given, key: brief(given.key) };
    this.#all.push(recent);
    const group = this.#groupOf(recent.conversation, recent.key);
    const known = this.#groups.get(group);
    if (known === undefined) this.#groups.set(group, [recent]);
    else known.push(recent);
  }

  /** Forgets those that lie at `position` or before. */
  cut(position: number): void {
    const kept = this.#all.findIndex((recent) => recent.position > position);
    for (const gone of this.#all.splice(0, kept < 0 ? this.#all.length : kept))
      this.#leave(gone, (group) => group.shift());
  }

  /** Forgets those that lie behind `position`: they were never stored. */
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
