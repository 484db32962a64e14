import type { Logger } from "../ports/logger.ts";
import type { GatewayEvent, Observer } from "../ports/observer.ts";

/** Hands every event to every observer; an observer that throws harms nobody. */
export class Observers {
  readonly #observers: readonly Observer[];
  readonly #logger: Logger;

  constructor(observers: readonly Observer[], logger: Logger) {
    this.#observers = observers;
    this.#logger = logger;
  }

  notice(event: GatewayEvent): void {
    for (const observer of this.#observers) {
      try {
        const answer: unknown = observer.notice(event);
        // An async function fits the port's type; what it rejects with must not end the process.
        if (answer instanceof Promise)
          answer.catch((error: unknown) => this.#failed(event.type, error));
      } catch (error) {
        this.#failed(event.type, error);
      }
    }
  }

  #failed(on: GatewayEvent["type"], error: unknown): void {
    this.#logger.warn("an observer failed", { on, error: nameOf(error) });
  }
}

/** What a log line may say of an unknown error: its class or code, never its message, which may quote a visitor. */
export function nameOf(error: unknown): string {
  if (error instanceof Error) return "code" in error ? String(error.code) : error.name;
  return typeof error;
}
