import type { Logger } from "../ports/platform/logger.ts";
import type { GatewayEvent, Observer } from "../ports/platform/observer.ts";
import { errorFacts } from "./error-facts.ts";

/** Passes every event to every observer. An observer that throws affects no other. */
export class Observers {
  readonly #observers: Observer[];
  readonly #logger: Logger;

  constructor(observers: readonly Observer[], logger: Logger) {
    this.#observers = [...observers];
    this.#logger = logger;
  }

  add(...observers: readonly Observer[]): void {
    this.#observers.push(...observers);
  }

  notice(event: GatewayEvent): void {
    for (const observer of this.#observers) {
      try {
        const answer: unknown = observer.notice(event);
        // An async function fits the port's type; its rejection must not end the process.
        if (answer instanceof Promise)
          answer.catch((error: unknown) => this.#failed(event.type, error));
      } catch (error) {
        this.#failed(event.type, error);
      }
    }
  }

  #failed(on: GatewayEvent["type"], error: unknown): void {
    this.#logger.warn("an observer failed", { on, ...errorFacts(error) });
  }
}
