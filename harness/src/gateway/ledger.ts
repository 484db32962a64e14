import { hash } from "node:crypto";

/**
 * What the senders of one direction were promised and what the other side saw. Texts end in `-<number>`; a sender
 * repeats a text until it is acknowledged, so its numbers are 0, 1, 2 …
 */
export class Ledger {
  readonly #acknowledged: [sender: string, text: string][] = [];
  readonly #acknowledgedAt = new Map<string, number>();
  /** Texts in the order of their first arrival, per sender. */
  readonly #arrived = new Map<string, string[]>();
  /** Text → how often it came, when it first did, and a digest of what came then. */
  readonly #seen = new Map<string, Seen>();
  readonly #excused = new Set<string>();
  #changedBodies = 0;
  readonly #belated: BelatedRepeat[] = [];
  #misdirected = 0;

  acknowledge(sender: string, text: string): void {
    this.#acknowledged.push([sender, text]);
    this.#acknowledgedAt.set(text, performance.now());
  }

  /** @returns how often the text has come by now. */
  arrive(sender: string, text: string, body: string): number {
    if (text.split("-")[1] !== sender) this.#misdirected += 1;
    const digest = hash("sha1", body, "base64");
    const seen = this.#seen.get(text);
    if (seen === undefined) {
      this.#seen.set(text, { times: 1, digest, firstAt: performance.now() });
      const list = this.#arrived.get(sender) ?? [];
      this.#arrived.set(sender, list);
      list.push(text);
      return 1;
    }
    if (this.#excused.has(sender)) return (seen.times += 1);
    if (seen.digest !== digest) this.#changedBodies += 1;
    const last = this.#arrived.get(sender)?.at(-1) ?? text;
    if (last !== text) this.#belated.push({ text, at: performance.now(), last });
    return (seen.times += 1);
  }

  /** From now on texts of this sender may come as two messages: one was repeated for longer than repeats are known. */
  excuse(sender: string): void {
    this.#excused.add(sender);
  }

  isExcused(sender: string): boolean {
    return this.#excused.has(sender);
  }

  get acknowledged(): number {
    return this.#acknowledged.length;
  }

  /** Acknowledged, but not where `isFound` looks. */
  missing(isFound: (text: string) => boolean): number {
    return this.#acknowledged.filter(([, text]) => !isFound(text)).length;
  }

  /** Sender → its acknowledged texts, in the order of the answers. */
  bySender(): Map<string, string[]> {
    const texts = new Map<string, string[]>();
    for (const [sender, text] of this.#acknowledged) {
      const list = texts.get(sender) ?? [];
      texts.set(sender, list);
      list.push(text);
    }
    return texts;
  }

  /** How many texts came for the first time after a later one of their sender. */
  get outOfOrder(): number {
    return [...this.#arrived.values()].reduce((sum, texts) => sum + descents(texts), 0);
  }

  /** Texts that came more often than `limit`. */
  overdone(limit: number): number {
    return [...this.#seen.values()].filter(({ times }) => times > limit).length;
  }

  /** Repeats whose bytes differ from what came first. */
  get changedBodies(): number {
    return this.#changedBodies;
  }

  /** Repeats that came when a later text of their sender had come already. */
  get belatedRepeats(): readonly BelatedRepeat[] {
    return this.#belated;
  }

  /** Texts that came as another one's. */
  get misdirected(): number {
    return this.#misdirected;
  }

  has(text: string): boolean {
    return this.#seen.has(text);
  }

  /** How often it came. */
  timesOf(text: string): number {
    return this.#seen.get(text)?.times ?? 0;
  }

  /** When it came for the first time, by the monotonic clock. */
  firstAt(text: string): number | null {
    return this.#seen.get(text)?.firstAt ?? null;
  }

  /** When its sender was promised that it would come, by the monotonic clock. */
  acknowledgedAt(text: string): number | null {
    return this.#acknowledgedAt.get(text) ?? null;
  }
}

/** `at`: by the monotonic clock. `last`: the newest text of the same sender that had come by then. */
export interface BelatedRepeat {
  readonly text: string;
  readonly at: number;
  readonly last: string;
}

interface Seen {
  times: number;
  readonly digest: string;
  readonly firstAt: number;
}

/** The number at the end of a text. */
export function numberOf(text: string): number {
  return Number(text.slice(text.lastIndexOf("-") + 1));
}

function descents(texts: readonly string[]): number {
  let highest = -1;
  let wrong = 0;
  for (const number of texts.map(numberOf)) {
    if (number < highest) wrong += 1;
    highest = Math.max(highest, number);
  }
  return wrong;
}
