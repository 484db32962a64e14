import type { LaneKind } from "../../model/lane.ts";
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

const what: Readonly<Record<LaneKind, string>> = {
  inbound: "message",
  outbound: "message",
  reports: "report",
  notices: "notice",
};

/** Logs that the agent app or its plugin did not take an event, and why. Throttled over all conversations. */
export class BackendFailureLog {
  readonly #logger: Logger;
  readonly #throttle: LogThrottle;
  readonly #postponed: LogThrottle;
  #failures = 0;

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger;
    this.#throttle = new LogThrottle(clock);
    this.#postponed = new LogThrottle(clock);
  }

  failed({ lane, attempt }: Lease, why: NoReceipt): void {
    this.#failures += 1;
    if (!this.#throttle.allows()) return;
    const { conversationId } = lane;
    const failures = this.#failures;
    this.#failures = 0;
    this.#logger.warn(`the agent app did not accept a ${what[lane.kind]}`, {
      conversationId,
      attempt,
      ...(typeof why === "string" ? { error: why } : errorFacts(why.thrown)),
      failures,
    });
  }

  /** The agent app has postponed an event for more than a day, and takes no others. */
  postponedLong({ lane, head }: Lease): void {
    if (!this.#postponed.allows()) return;
    const { conversationId } = lane;
    this.#logger.warn(`the agent app has postponed a ${what[lane.kind]} for more than a day`, {
      conversationId,
      sequence: head.messageSequence,
    });
  }
}
