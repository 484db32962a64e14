import type { ManualTime } from "./manual-time.ts";

/** Step by which time advances until work is done. */
const stepMs = 100;
const yes = (): boolean => true;
const no = Promise.resolve(false);

/** The duration of a rig's commits. A local store blocks the event-loop turn; a remote one delays its answer. */
export class CommitTime {
  /** How long the process stands still in the turn of the next commit. */
  standstillMs = 0;
  /** Whether the store works in another process or thread. */
  isRemote = false;
  readonly #time: ManualTime;
  #takesMs = 0;

  constructor(time: ManualTime) {
    this.#time = time;
  }

  /** Runs `work` while commits take `ms`; time advances meanwhile. @throws the error of `work` */
  async taking(ms: number, work: () => Promise<unknown>): Promise<void> {
    this.#takesMs = ms;
    const done = work().finally(() => (this.#takesMs = 0));
    const over = done.then(yes, yes);
    while (this.isRemote && !(await Promise.race([over, no]))) await this.#time.advance(stepMs);
    await done;
  }

  /** Call it in the turn of a commit. Resolves when the commit may start. */
  async pass(): Promise<void> {
    this.#time.spend(this.standstillMs);
    this.standstillMs = 0;
    const ms = this.#takesMs;
    if (!this.isRemote) this.#time.spend(ms);
    else if (ms > 0) await new Promise<void>((resolve) => void this.#time.after(ms, resolve));
  }
}
