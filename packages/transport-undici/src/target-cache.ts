import { type GuardRules, readTarget, type Target } from "./target-guard.ts";

/** More URLs than a gateway has busy channels. With the longest URLs the cache takes some megabytes. */
const keptTargets = 2_048;

/** A cache for `readTarget`, because every attempt of a channel has the same URL. */
export class TargetCache {
  readonly #rules: GuardRules;
  readonly #read = new Map<string, Target>();

  constructor(rules: GuardRules) {
    this.#rules = rules;
  }

  /** As `readTarget`. */
  read(url: string): Target | null {
    return this.#read.get(url) ?? this.#readAnew(url);
  }

  #readAnew(url: string): Target | null {
    const target = readTarget(url, this.#rules);
    if (target !== null) {
      this.#keep(url, target);
    }
    return target;
  }

  #keep(url: string, target: Target): void {
    const [oldest] = this.#read.size < keptTargets ? [] : this.#read.keys();
    if (oldest !== undefined) {
      this.#read.delete(oldest);
    }
    this.#read.set(url, target);
  }
}
