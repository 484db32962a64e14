import { defaultBackend } from "../../model/backend-pause.ts";
import type { AgentRouter, FailOverRule, Visit } from "../../ports/agent-router.ts";
import type { Clock } from "../../ports/platform/clock.ts";
import type { Logger } from "../../ports/platform/logger.ts";
import { errorFacts } from "../error-facts.ts";
import { LogThrottle } from "../log-throttle.ts";

/** Which backend gets what. */
export interface Routing {
  /** The backend that gets a new conversation. Never throws. */
  choose(visit: Visit): string;
  /** The backends that may get a new conversation of a channel. */
  candidates(channelId: string): readonly string[];
  /** By name of the backend that is down. */
  readonly failOver: ReadonlyMap<string, FailOverRule>;
}

/** The routing of a gateway with one agent app. */
export const singleRouting: Routing = {
  choose: () => defaultBackend,
  candidates: () => [defaultBackend],
  failOver: new Map(),
};

/** The routing of a router. What it does wrong is logged, and loses no message: the channel's first backend gets it. */
export class CheckedRouting implements Routing {
  readonly #router: AgentRouter;
  readonly #logger: Logger;
  readonly #throttle: LogThrottle;
  readonly failOver: ReadonlyMap<string, FailOverRule>;

  constructor(router: AgentRouter, logger: Logger, clock: Clock) {
    this.#router = router;
    this.#logger = logger;
    this.#throttle = new LogThrottle(clock);
    this.failOver = new Map(Object.entries(router.failOver));
  }

  choose(visit: Visit): string {
    const candidates = this.candidates(visit.channelId);
    const [first = defaultBackend] = candidates;
    try {
      // A copy: what is stored of the visitor is not the router's to change.
      const chosen: unknown = this.#router.choose({ ...visit, profile: { ...visit.profile } });
      // A function that is async by mistake must not end the process.
      if (chosen instanceof Promise) chosen.catch(() => {});
      if (typeof chosen === "string" && candidates.includes(chosen)) return chosen;
      const fault = "the router chose no backend of the channel";
      return this.#instead(first, fault, { channelId: visit.channelId });
    } catch (error) {
      const facts = { channelId: visit.channelId, ...errorFacts(error) };
      return this.#instead(first, "the router failed", facts);
    }
  }

  candidates(channelId: string): readonly string[] {
    return this.#router.candidates(channelId);
  }

  #instead(backend: string, fault: string, facts: Readonly<Record<string, unknown>>): string {
    if (this.#throttle.allows())
      this.#logger.error(`${fault}: the first one gets the conversation`, { ...facts, backend });
    return backend;
  }
}
