import { typingEndsMs } from "../model/schedule.ts";
import type { Timers } from "../ports/timers.ts";

/** Past it somebody who begins to type is not told of: what is not remembered could not be ended. */
const openLimit = 50_000;

interface OpenTyping {
  readonly cancelTimer: () => void;
  /** Whether a `typein` has gone out, so that a `typeout` is owed. */
  readonly isTold: boolean;
}

/** In which conversations somebody types. Without a repeat for 10 s the typing has ended (ruling 10). */
export class OpenTypings {
  readonly #timers: Pick<Timers, "after">;
  readonly #onOver: (conversationId: string) => void;
  readonly #open = new Map<string, OpenTyping>();

  /** `onOver` is called for typing that was told and not repeated. */
  constructor(timers: Pick<Timers, "after">, onOver: (conversationId: string) => void) {
    this.#timers = timers;
    this.#onOver = onOver;
  }

  /** A sign of life; `false` past the limit. */
  begin(conversationId: string): boolean {
    const known = this.#open.get(conversationId);
    if (known === undefined && this.#open.size >= openLimit) return false;
    known?.cancelTimer();
    const cancelTimer = this.#timers.after(typingEndsMs, () => {
      if (this.end(conversationId)) this.#onOver(conversationId);
    });
    this.#open.set(conversationId, { cancelTimer, isTold: known?.isTold ?? false });
    return true;
  }

  told(conversationId: string): void {
    const known = this.#open.get(conversationId);
    if (known) this.#open.set(conversationId, { ...known, isTold: true });
  }

  /** `true` when a `typeout` is owed. */
  end(conversationId: string): boolean {
    const known = this.#open.get(conversationId);
    known?.cancelTimer();
    this.#open.delete(conversationId);
    return known?.isTold ?? false;
  }

  /** Ends all of them; gives the conversations that are owed a `typeout`. */
  endAll(): readonly string[] {
    return [...this.#open.keys()].filter((conversationId) => this.end(conversationId));
  }
}
