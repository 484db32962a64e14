import type { Clock, DueAnswer, DueEntry, PluginState, Readiness } from "@parley/core";
import { placeOf } from "../events/event-id.ts";
import { openKey, type OpenEvent } from "./open-event.ts";
import { pullTimes } from "./pull-times.ts";
import type { SettledEvent } from "./settled-event.ts";

interface DueReadinessPorts {
  readonly state: PluginState;
  readonly readiness: Readiness;
  readonly clock: Clock;
}

/**
 * Ends the pause of a lane again, some time after its event was acknowledged: the node that got the acknowledgement may have
 * died before the pause ended, or the pause was stored after its end.
 */
export class DueReadiness {
  readonly #ports: DueReadinessPorts;

  constructor(ports: DueReadinessPorts) {
    this.#ports = ports;
  }

  /** Resolves once the end of the pause is stored. @throws when `signal` aborts before, and the store's error */
  async due(entry: DueEntry, signal: AbortSignal): Promise<DueAnswer> {
    const { readiness, clock } = this.#ports;
    const { id, at } = entry.value as SettledEvent;
    const place = placeOf(id);
    if (place === null) return { gone: true };
    const open = await this.#ports.state.get<OpenEvent>(openKey(place));
    // With another event of the lane, it has gone on.
    if (open !== null && open.value.facts.id !== id) return { dueAt: null };
    await until(readiness.ready(place.conversationId), signal);
    const lastAt = at + pullTimes.toldLastMs;
    return { dueAt: lastAt > clock.now() ? lastAt : null };
  }
}

/** Waits for `promise`, and rejects when `signal` aborts before. */
async function until(promise: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => reject(signal.reason as Error);
  signal.addEventListener("abort", abort, { once: true });
  try {
    await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
