import pLimit from "p-limit";

/** Each check blocks a thread of Node's small pool for about 0.1 s. File access and DNS need the same pool. */
const atOnce = 2;
const waitingLimit = 20;

/** Limits password checks that run at the same time. Hashing is slow on purpose and slows down everything else. */
export class PasswordChecks {
  readonly #limit = pLimit(atOnce);

  /** Seconds to wait before a refused check is retried. */
  static readonly retryAfterSeconds = 2;

  /** Runs the check in its turn; `null` when too many are waiting. */
  run<Outcome>(check: () => Promise<Outcome>): Promise<Outcome> | null {
    const { activeCount, pendingCount } = this.#limit;
    return activeCount + pendingCount < atOnce + waitingLimit ? this.#limit(check) : null;
  }
}
