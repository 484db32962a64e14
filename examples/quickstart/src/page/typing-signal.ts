/** After this long without a key press, the agent learns that the visitor stopped. */
const pauseMs = 4_000;
/** `typein` is repeated at this interval. The gateway ends typing after 10 s without a repeat. */
const repeatMs = 5_000;

/** Sends `typein` and `typeout` at the start and end of typing (§4.4), not at every key press. */
export class TypingSignal {
  readonly #tell: (typing: boolean) => void;
  #repeat: ReturnType<typeof setInterval> | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (typing: boolean) => void) {
    this.#tell = tell;
  }

  /** The visitor changed the text; `false` when it is empty now. */
  wrote(something: boolean): void {
    if (!something) return this.stop();
    clearTimeout(this.#pause);
    this.#pause = setTimeout(() => this.stop(), pauseMs);
    if (this.#repeat !== undefined) return;
    this.#tell(true);
    this.#repeat = setInterval(() => this.#tell(true), repeatMs);
  }

  stop(): void {
    if (this.#repeat === undefined) return;
    clearTimeout(this.#pause);
    clearInterval(this.#repeat);
    this.#repeat = undefined;
    this.#tell(false);
  }
}
