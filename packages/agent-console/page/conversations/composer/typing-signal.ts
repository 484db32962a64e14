import type { TypingType } from "@parley/core";

/** After this long without a key press, the visitor learns that the agent stopped typing. */
const pauseMs = 5_000;
/** `typein` is repeated at this interval. The gateway ends typing after 10 s without a repeat. */
const repeatMs = 5_000;

/** Sends `typein` while the agent types, and `typeout` after a pause or at the end (§4.4, ruling 19). */
export class TypingSignal {
  readonly #say: (type: TypingType) => void;
  #repeat: ReturnType<typeof setInterval> | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(say: (type: TypingType) => void) {
    this.#say = say;
  }

  /** The agent changed the text; `false` when it is empty now. */
  wrote(something: boolean): void {
    if (!something) return this.stop();
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.stop(), pauseMs);
    if (this.#repeat !== undefined) return;
    this.#say("typein");
    this.#repeat = setInterval(() => this.#say("typein"), repeatMs);
  }

  stop(): void {
    if (this.#repeat === undefined) return;
    clearTimeout(this.#pause);
    clearInterval(this.#repeat);
    this.#repeat = undefined;
    this.#say("typeout");
  }
}
