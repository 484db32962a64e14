/** After this long without a key the agent is told that the visitor stopped. */
const pauseMs = 4_000;
/** While the visitor goes on typing, it is said again this often: the gateway ends what it has not heard of for 10 s. */
const repeatMs = 5_000;

/** Tells when a group of messages begins and ends (§4.4), and not at every key. */
export class TypingSignal {
  readonly #tell: (typing: boolean) => void;
  #repeat: ReturnType<typeof setInterval> | undefined;
  #pause: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (typing: boolean) => void) {
    this.#tell = tell;
  }

  /** The visitor changed what is written; `false` when nothing is left of it. */
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
