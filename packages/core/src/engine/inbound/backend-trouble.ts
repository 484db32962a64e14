import type { Clock } from "../../ports/platform/clock.ts";
import type { Logger } from "../../ports/platform/logger.ts";
import type { Lease } from "../../ports/stores/message-store.ts";
import { LogThrottle } from "../log-throttle.ts";
import { kindsOf } from "../thrown.ts";

/** Why there was no receipt: what was thrown, silence until the deadline, or an answer that is none. */
export type NoReceipt = { readonly thrown: unknown } | "timeout" | "no-receipt";

/** Tells the log that the agent app, or the plugin for it, took something not, and why: now and then, whichever conversation it is. */
export class BackendTrouble {
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
      ...(typeof why === "string" ? { error: why } : kindsOf(why.thrown)),
      failures,
    });
  }
}
