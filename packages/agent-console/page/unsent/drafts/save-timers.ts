/** One timer for each conversation. The first one set counts. */
export class SaveTimers {
  readonly #later: (work: () => void, ms: number) => () => void;
  readonly #work: (conversationId: string) => void;
  readonly #cancels = new Map<string, () => void>();

  constructor(
    later: (work: () => void, ms: number) => () => void,
    work: (conversationId: string) => void,
  ) {
    this.#later = later;
    this.#work = work;
  }

  set(conversationId: string, ms: number): void {
    if (this.#cancels.has(conversationId)) return;
    const cancel = this.#later(() => {
      this.#cancels.delete(conversationId);
      this.#work(conversationId);
    }, ms);
    this.#cancels.set(conversationId, cancel);
  }

  cancel(conversationId: string): void {
    this.#cancels.get(conversationId)?.();
    this.#cancels.delete(conversationId);
  }

  close(): void {
    for (const id of this.#cancels.keys()) this.cancel(id);
  }
}
