/** After this long without a key the agent is told that the visitor stopped. */
const pauseMs = 4_000;
/** While the visitor goes on typing, it is said again this often. */
const repeatMs = 8_000;

/** Tells when a group of messages begins and ends (§4.4), and not at every key. */
export class TypingSignal {
  readonly #tell: (typing: boolean) => void;
  #toldAt: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(tell: (typing: boolean) => void) {
    this.#tell = tell;
  }

  /** The visitor changed what is written; `false` when nothing is left of it. */
  wrote(something: boolean): void {
    if (!something) return this.stop();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.stop(), pauseMs);
    const now = performance.now();
    if (this.#toldAt !== null && now - this.#toldAt < repeatMs) return;
    this.#toldAt = now;
    this.#tell(true);
  }

  stop(): void {
    clearTimeout(this.#timer);
    if (this.#toldAt === null) return;
    this.#toldAt = null;
    this.#tell(false);
  }
}
