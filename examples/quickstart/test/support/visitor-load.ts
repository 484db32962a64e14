/** A message that was answered 200, and when. */
export interface Acknowledged {
  readonly visitor: string;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** Visitors who write without pause. Each sends the next message once the last one was answered. */
export class VisitorLoad {
  readonly acknowledged: Acknowledged[] = [];
  readonly #visitors: readonly Promise<void>[];
  #ending = false;

  constructor(ingressUrl: string, visitors: number) {
    this.#visitors = Array.from({ length: visitors }, (_, index) => this.#write(ingressUrl, index));
  }

  async end(): Promise<void> {
    this.#ending = true;
    await Promise.all(this.#visitors);
  }

  async #write(ingressUrl: string, index: number): Promise<void> {
    const visitor = `visitor-${index}`;
    for (let count = 0; !this.#ending; count += 1) {
      const text = `${visitor} message ${count} ${"words ".repeat(40)}`.trimEnd();
      const body = JSON.stringify({ sender: { id: visitor }, message: { type: "text", text } });
      const response = await fetch(ingressUrl, { method: "POST", body });
      await response.text();
      if (response.status === 200) this.acknowledged.push({ visitor, text, at: Date.now() });
    }
  }
}
