/** Visitor messages that are remembered of one conversation. */
const messagesKept = 16;

/**
 * Knows, for the conversations heard of last, which visitor messages there were: a reply belongs to the newest one
 * before it. Bounded; what is forgotten costs a reply its place in the visitor's trace.
 */
export class RecentVisitors {
  readonly #limit: number;
  readonly #sequences = new Map<string, readonly number[]>();

  constructor(conversationLimit: number) {
    this.#limit = conversationLimit;
  }

  heard(conversationId: string, sequence: number): void {
    const known = this.#sequences.get(conversationId) ?? [];
    this.#sequences.delete(conversationId);
    this.#sequences.set(conversationId, known.includes(sequence) ? known : merged(known, sequence));
    if (this.#sequences.size > this.#limit) this.#forgetOldest();
  }

  /** The newest visitor message at `sequence` or before; `null` when none is known. */
  upTo(conversationId: string, sequence: number): number | null {
    return this.#sequences.get(conversationId)?.findLast((known) => known <= sequence) ?? null;
  }

  #forgetOldest(): void {
    for (const conversationId of this.#sequences.keys()) {
      this.#sequences.delete(conversationId);
      return;
    }
  }
}

function merged(known: readonly number[], sequence: number): readonly number[] {
  return [...known, sequence].toSorted((one, other) => one - other).slice(-messagesKept);
}
