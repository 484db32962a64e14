import type { Timers } from "@parley/core";
import type { Claims, HandedEvent } from "./claims.ts";
import { pullTimes } from "./pull-times.ts";

/** What a poll asks for. */
export interface PollRequest {
  readonly limit: number;
  readonly leaseMs: number;
  /** How long it waits for the first event. */
  readonly waitMs: number;
  /** Aborts when the app has gone. It then gets no events, which would be its own until their lease ends. */
  readonly left?: AbortSignal;
}

interface WaitingPoll extends PollRequest {
  readonly resolve: (events: readonly HandedEvent[]) => void;
  readonly reject: (error: unknown) => void;
  /** Its time is up: it is answered after the next look. */
  isOver: boolean;
  cancel: () => void;
}

/** The polls of this node that wait for events. They share one look at the store. */
export class WaitingPolls {
  readonly #claims: Pick<Claims, "take">;
  readonly #timers: Timers;
  readonly #waiting: WaitingPoll[] = [];
  #isLooking = false;
  #looksAgain = false;
  #cancelLook: () => void = () => {};
  #isClosed = false;

  constructor(claims: Pick<Claims, "take">, timers: Timers) {
    this.#claims = claims;
    this.#timers = timers;
  }

  get count(): number {
    return this.#waiting.length;
  }

  /** Resolves once there is an event, or its time is up. @throws the store's error */
  poll(request: PollRequest): Promise<readonly HandedEvent[]> {
    const { promise, resolve, reject } = Promise.withResolvers<readonly HandedEvent[]>();
    const isOver = request.waitMs === 0 || this.#isClosed;
    const poll: WaitingPoll = { ...request, resolve, reject, isOver, cancel: () => {} };
    if (!isOver) poll.cancel = this.#timers.after(request.waitMs, () => this.#timeIsUp(poll));
    this.#waiting.push(poll);
    request.left?.addEventListener("abort", () => this.#answer(poll, []), { once: true });
    if (request.left?.aborted === true) this.#answer(poll, []);
    this.look();
    return promise;
  }

  /** An event may be there. */
  look(): void {
    this.#looksAgain = true;
    if (this.#isLooking || this.#waiting.length === 0) return;
    this.#isLooking = true;
    void this.#look().finally(() => {
      this.#isLooking = false;
      if (this.#looksAgain && this.#waiting.length > 0) this.look();
    });
  }

  /** Answers all. */
  close(): void {
    this.#isClosed = true;
    this.#cancelLook();
    for (const poll of this.#waiting) poll.isOver = true;
    this.look();
  }

  /** Serves one poll after the other, until a look finds nothing. */
  async #look(): Promise<void> {
    this.#cancelLook();
    let hasEvents = true;
    while (hasEvents && this.#waiting.length > 0) {
      this.#looksAgain = false;
      hasEvents = await this.#serve(this.#waiting[0] as WaitingPoll);
    }
    for (const poll of this.#waiting.filter(({ isOver }) => isOver)) this.#answer(poll, []);
    if (this.#waiting.length > 0)
      this.#cancelLook = this.#timers.after(pullTimes.lookMs, () => this.look());
  }

  /** Whether there were events, or the store failed. */
  async #serve(poll: WaitingPoll): Promise<boolean> {
    try {
      const events = await this.#claims.take(poll.limit, poll.leaseMs);
      if (events.length > 0) this.#answer(poll, events);
      return events.length > 0;
    } catch (error) {
      this.#remove(poll);
      poll.reject(error);
      return true;
    }
  }

  #timeIsUp(poll: WaitingPoll): void {
    poll.isOver = true;
    if (!this.#isLooking) this.#answer(poll, []);
  }

  #answer(poll: WaitingPoll, events: readonly HandedEvent[]): void {
    this.#remove(poll);
    poll.resolve(events);
  }

  #remove(poll: WaitingPoll): void {
    poll.cancel();
    const index = this.#waiting.indexOf(poll);
    if (index >= 0) this.#waiting.splice(index, 1);
  }
}
