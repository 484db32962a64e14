import type { Clock } from "../../ports/platform/clock.ts";
import type { Logger } from "../../ports/platform/logger.ts";
import type { Lease } from "../../ports/stores/message-store.ts";
import { LogThrottle } from "../log-throttle.ts";
import { errorFacts } from "../error-facts.ts";

/**
 * Why there was no receipt: an error, no answer by the deadline, an answer that is not a receipt, or an earlier call of
 * the lane that still runs, although it was given up.
 */
export type NoReceipt = { readonly thrown: unknown } | "timeout" | "no-receipt" | "still-running";

/** Logs that the agent app or its plugin did not take an event, and why. Throttled over all conversations. */
export class BackendFailureLog {
  readonly #logger: Logger;
  readonly #throttle: LogThrottle;
  #failures = 0;

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger;
    this.#throttle = new LogThrottle(clock);
  }

  failed({ lane, attempt }: Lease, why: NoReceipt): void {
    this.#failures += 1;
    if (!this.#throttle.allows()) return;
    const { conversationId } = lane;
    const failures = this.#failures;
    this.#failures = 0;
    const what = lane.kind === "reports" ? "report" : "message";
    this.#logger.warn(`the agent app did not accept a ${what}`, {
      conversationId,
      attempt,
      ...(typeof why === "string" ? { error: why } : errorFacts(why.thrown)),
      failures,
    });
  }
}
