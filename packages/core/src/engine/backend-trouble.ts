import type { Clock } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { Lease } from "../ports/message-store.ts";
import { kindOf } from "./thrown.ts";

/** While it lasts it is told again after this, whichever conversation it is. */
const againMs = 10_000;

/** Why there was no receipt: what was thrown, silence until the deadline, or an answer that is none. */
export type NoReceipt = { readonly thrown: unknown } | "timeout" | "no-receipt";

/** Tells the log that the agent app, or the plugin for it, took something not, and why. */
export class BackendTrouble {
  readonly #logger: Logger;
  readonly #clock: Clock;
  #failures = 0;
  #toldAt = Number.NEGATIVE_INFINITY;

  constructor(logger: Logger, clock: Clock) {
    this.#logger = logger;
    this.#clock = clock;
  }

  failed({ lane, attempt }: Lease, why: NoReceipt): void {
    const now = this.#clock.now();
    this.#failures += 1;
    // The clock may have been set back since.
    if (now >= this.#toldAt && now - this.#toldAt < againMs) return;
    this.#toldAt = now;
    const { conversationId } = lane;
    const failures = this.#failures;
    this.#failures = 0;
    const what = lane.kind === "reports" ? "report" : "message";
    this.#logger.warn(`the agent app did not take a ${what}`, {
      conversationId,
      attempt,
      ...fieldsOf(why),
      failures,
    });
  }
}

function fieldsOf(why: NoReceipt): Readonly<Record<string, string>> {
  if (typeof why === "string") return { error: why };
  try {
    return fieldsOfThrown(why.thrown);
  } catch {
    // Whatever a plugin throws may itself throw when it is looked at.
    return { error: "unknown" };
  }
}

function fieldsOfThrown(thrown: unknown): Readonly<Record<string, string>> {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return { error: kindOf(thrown), ...(cause !== undefined && { cause: kindOf(cause) }) };
}
