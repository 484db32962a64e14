import type { TypingType } from "@parley/core";

/** After this long without a key the visitor is told that the agent stopped. */
const pauseMs = 5_000;
/** While the agent goes on typing, it is said again this often: the gateway ends what it has not heard of for 10 s. */
const repeatMs = 5_000;

/** Says that an agent types: `typein` while they do, `typeout` after a pause or at the end (§4.4, ruling 19). */
export class TypingSignal {
  readonly #say: (type: TypingType) => void;
  #repeat: ReturnType<typeof setInterval> | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(say: (type: TypingType) => void) {
    this.#say = say;
  }

  /** The agent changed what is written; `false` when nothing is left of it. */
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
