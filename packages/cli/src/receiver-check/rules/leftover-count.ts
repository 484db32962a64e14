import type { Exchange } from "../exchange/exchange.ts";

/**
 * Counts the messages that a check left at the receiver. It can neither delete them nor see whether they were stored.
 */
export class LeftoverCount {
  readonly #bodies = new Set<string>();
  readonly #visitors = new Set<string>();

  add(exchanges: readonly Exchange[]): void {
    for (const { requestHeaders, requestBody } of exchanges) {
      if (requestHeaders.length === 0) continue;
      this.#bodies.add(requestBody);
      const id = /"recipient":\{"id":("(?:[^"\\]|\\.)*"|-?\d+)/.exec(requestBody)?.[1];
      if (id !== undefined) this.#visitors.add(id);
    }
  }

  /** A sentence; `null` when nothing was sent. */
  words(): string | null {
    const [messages, visitors] = [this.#bodies.size, [...this.#visitors]];
    if (messages === 0) return null;
    const count = messages === 1 ? "1 message" : `${messages} messages`;
    const others = visitors.length - shown;
    const names = visitors.slice(0, shown).join(", ");
    return `The receiver was sent ${count}, for ${names}${others > 0 ? ` and ${others} more` : ""}. Messages that it stored are still there.`;
  }
}

/** Maximum number of visitors listed. */
const shown = 4;
