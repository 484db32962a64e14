import type { Lane } from "../model/lane.ts";

const trackedLimit = 50_000;

/**
 * Which lanes this node is carrying, retries between attempts included, so that typing waits its turn. Best effort:
 * past the limit a lane counts as idle.
 */
export class LaneActivity {
  readonly #carried = new Map<string, number>();
  #onIdle: (lane: Lane) => void = () => {};

  /** Calls back whenever nothing more is known to be pending on a lane. */
  connect(onIdle: (lane: Lane) => void): void {
    this.#onIdle = onIdle;
  }

  isBusy(lane: Lane): boolean {
    return this.#carried.has(keyOf(lane));
  }

  carried(lane: Lane, token: number): void {
    const key = keyOf(lane);
    if (this.#carried.size < trackedLimit || this.#carried.has(key)) this.#carried.set(key, token);
  }

  /** The head is settled. A later token means that the next head is under way already. */
  over(lane: Lane, token: number): void {
    const key = keyOf(lane);
    if ((this.#carried.get(key) ?? token) > token) return;
    this.#carried.delete(key);
    this.#onIdle(lane);
  }
}

function keyOf({ kind, conversationId }: Lane): string {
  return `${kind}:${conversationId}`;
}
