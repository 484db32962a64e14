import { type GuardRules, readTarget, type Target } from "./target-guard.ts";

/** More URLs than a gateway has channels that are busy at once; at the longest they take some megabytes. */
const keptTargets = 2_048;

/** `readTarget` that remembers what it has read: a channel's URL is the same from attempt to attempt. */
export class TargetCache {
  readonly #rules: GuardRules;
  readonly #read = new Map<string, Target>();

  constructor(rules: GuardRules) {
    this.#rules = rules;
  }

  /** The target of a URL, or `null` when no address could make it permitted. Nothing is said of its addresses. */
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
