import type { ManualTime } from "./manual-time.ts";

/** In such steps time passes until something is done. */
const stepMs = 100;
const yes = (): boolean => true;
const no = Promise.resolve(false);

/** How long a rig's commits take: they hold up the turn, or on a store elsewhere their own answer. */
export class CommitTime {
  /** How long the process stands still in the turn in which it makes the next commit. */
  standstillMs = 0;
  /** Whether another process or thread does the work of the store. */
  isRemote = false;
  readonly #time: ManualTime;
  #takesMs = 0;

  constructor(time: ManualTime) {
    this.#time = time;
  }

  /** Does what needs a commit while each takes so long; time moves on meanwhile. @throws what `work` throws. */
  async taking(ms: number, work: () => Promise<unknown>): Promise<void> {
    this.#takesMs = ms;
    const done = work().finally(() => (this.#takesMs = 0));
    const over = done.then(yes, yes);
    while (this.isRemote && !(await Promise.race([over, no]))) await this.#time.advance(stepMs);
    await done;
  }

  /** To be called in the turn of a commit; resolves when it may be made. */
  async pass(): Promise<void> {
    this.#time.spend(this.standstillMs);
    this.standstillMs = 0;
    const ms = this.#takesMs;
    if (!this.isRemote) this.#time.spend(ms);
    else if (ms > 0) await new Promise<void>((resolve) => void this.#time.after(ms, resolve));
  }
}
