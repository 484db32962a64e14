import pLimit from "p-limit";

/** Each check holds one of the process's few worker threads, which files and host names need too, for about 0.1 s. */
const atOnce = 2;
const waitingLimit = 20;

/** Lets few passwords be checked at a time, whoever asks: checking is slow on purpose, and slows down all else. */
export class PasswordChecks {
  readonly #limit = pLimit(atOnce);

  /** Seconds after which a refused check is worth another try. */
  static readonly retryAfterSeconds = 2;

  /** Runs the check once its turn comes; `null` when too many wait already. */
  run<Outcome>(check: () => Promise<Outcome>): Promise<Outcome> | null {
    const { activeCount, pendingCount } = this.#limit;
    return activeCount + pendingCount < atOnce + waitingLimit ? this.#limit(check) : null;
  }
}
