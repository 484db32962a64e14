import type { Clock } from "../../ports/platform/clock.ts";
import type { Lease } from "../../ports/stores/message-store.ts";

/** A call that does not settle delays the next one of its lane by at most this long, in ms: 5 minutes. */
export const unsettledLimitMs = 5 * 60_000;

interface Unsettled {
  /** Name of the backend that was called. */
  readonly backend: string;
  readonly startedAt: number;
  /** Resolves with `true`. */
  readonly settled: Promise<true>;
}

const yes = (): true => true;

/**
 * Calls of the agent app that core has given up, and whose promises have not settled. The next call of the same lane
 * waits for them, so that a plugin that ignores its signal is not called twice at once for one conversation.
 */
export class UnsettledCalls {
  readonly #clock: Clock;
  /** By lane. The newest is last to settle, since it began when the others had. */
  readonly #calls = new Map<string, Unsettled>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Core gives up waiting for this call, which began at `startedAt`. */
  add(lease: CalledLease, startedAt: number, call: Promise<unknown>): void {
    const key = keyOf(lease);
    const settled = call.then(yes, yes);
    const unsettled = { backend: lease.backend, startedAt, settled };
    this.#calls.set(key, unsettled);
    void settled.then(() => {
      if (this.#calls.get(key) === unsettled) this.#calls.delete(key);
    });
  }

  /** Resolves when the lane's earlier call has settled; `null`: it has, or it has had its time. */
  earlierOf(lease: CalledLease): Promise<true> | null {
    if (this.#calls.size === 0) return null;
    const call = this.#calls.get(keyOf(lease));
    return call === undefined || this.#isOver(call) ? null : call.settled;
  }

  /** How many calls of some backends run for longer than the limit. */
  overdueOf(isOne: (backend: string) => boolean): number {
    const all = [...this.#calls.values()].filter(({ backend }) => isOne(backend));
    return all.filter((call) => this.#isOver(call)).length;
  }

  #isOver({ startedAt }: Unsettled): boolean {
    const sinceMs = this.#clock.now() - startedAt;
    // The clock may have been set back.
    return sinceMs < 0 || sinceMs >= unsettledLimitMs;
  }
}

/** The lane of one backend that a call belongs to. */
type CalledLease = Pick<Lease, "lane" | "backend">;

function keyOf({ lane: { kind, conversationId }, backend }: CalledLease): string {
  return `${kind} ${conversationId} ${backend}`;
}
