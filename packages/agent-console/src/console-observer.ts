import type { GatewayEvent, Observer } from "@parley/core";

/** Passes the engine's events on to the console's backend. Core needs its observers before it has what the backend needs. */
export class ConsoleObserver implements Observer {
  #listener: Observer | null = null;

  passTo(listener: Observer): void {
    this.#listener = listener;
  }

  notice(event: GatewayEvent): void {
    this.#listener?.notice(event);
  }
}
