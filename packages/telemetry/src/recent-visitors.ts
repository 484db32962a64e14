/** Visitor messages remembered per conversation. */
const messagesKept = 16;

/**
 * Remembers the visitor messages of the most recent conversations, because a reply belongs to the trace of the
 * newest visitor message before it. When that message is forgotten, the reply gets a trace of its own.
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

  /** The newest visitor message with this or a lower sequence; `null` when none is known. */
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
