import { type Refusal, refuse } from "@parley/core";
import { messageLimit } from "../request-body.ts";

/** How many requests of one channel an event-loop turn admits while other channels are active. */
const perTurn = 4;
/** A channel counts as active for this long after each request. */
const rememberedMs = 1_000;
/** Estimated memory of a waiting request without its body. */
const bytesBesideBody = 8 * 1024;
/** Limit for one channel: some 4,000 small requests, or 450 of the largest. */
const ownLimitBytes = 32 * 1024 * 1024;
/** Limit for all channels together. */
const limitBytes = 64 * 1024 * 1024;

/** The part of an `IncomingMessage` that the queue uses: the size of its body, and whether its client is connected. */
export interface AskingRequest {
  readonly headers: {
    readonly "content-length"?: string | undefined;
    readonly "transfer-encoding"?: string | undefined;
  };
  readonly socket: { readonly destroyed: boolean };
}

interface Waiting {
  readonly request: AskingRequest;
  readonly bytes: number;
  readonly resume: () => void;
}

interface Queue {
  readonly waiting: Waiting[];
  bytes: number;
}

/**
 * Shares each turn of the event loop between channels. A channel that has used its share of a turn waits for the next
 * turn, behind its own requests only. So a flood on one channel delays the others by one share at most. A channel that
 * is alone never waits.
 */
export class FairQueue {
  readonly #now: () => number;
  /** How many requests of each channel this turn has admitted. */
  readonly #taken = new Map<string, number>();
  readonly #queues = new Map<string, Queue>();
  #bytes = 0;
  #isTurning = false;
  #latest: string | null = null;
  #latestAt = -Infinity;
  /** When a channel other than the latest last sent a request. */
  #otherAt = -Infinity;

  /** @param now milliseconds from any fixed point */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Admits one request of a channel. `null`: process it now. A promise: process it when that resolves, unless its client
   * is gone by then. It never rejects, and requests of one channel resume in order. A refusal: the queue is full.
   */
  enter(asker: string, request: AskingRequest): Promise<null> | Refusal | null {
    const now = this.#now();
    this.#noteAsker(asker, now);
    const queue = this.#queues.get(asker);
    if (queue === undefined) {
      const taken = this.#taken.get(asker) ?? 0;
      if (taken < perTurn || this.#isAlone(asker, now)) {
        this.#taken.set(asker, taken + 1);
        this.#schedule();
        return null;
      }
    }
    return this.#wait(asker, queue ?? { waiting: [], bytes: 0 }, request);
  }

  #wait(asker: string, queue: Queue, request: AskingRequest): Promise<null> | Refusal {
    const bytes = bytesOf(request);
    if (queue.bytes + bytes > ownLimitBytes || this.#bytes + bytes > limitBytes)
      return refuse("overloaded", { retryAfterSeconds: 1 });
    this.#queues.set(asker, queue);
    queue.bytes += bytes;
    this.#bytes += bytes;
    return new Promise((resolve) => {
      queue.waiting.push({ request, bytes, resume: () => resolve(null) });
    });
  }

  #noteAsker(asker: string, now: number): void {
    if (asker !== this.#latest) {
      this.#otherAt = this.#latestAt;
      this.#latest = asker;
    }
    this.#latestAt = now;
  }

  /** Whether no other channel waits or has sent a request lately. */
  #isAlone(asker: string, now: number): boolean {
    if (this.#queues.size > (this.#queues.has(asker) ? 1 : 0)) return false;
    const otherAt = asker === this.#latest ? this.#otherAt : this.#latestAt;
    return now - otherAt > rememberedMs;
  }

  #schedule(): void {
    if (this.#isTurning) return;
    this.#isTurning = true;
    setImmediate(() => this.#turn());
  }

  #turn(): void {
    this.#isTurning = false;
    this.#taken.clear();
    const now = this.#now();
    for (const [asker, queue] of this.#queues) {
      const share = this.#isAlone(asker, now) ? Infinity : perTurn;
      this.#taken.set(asker, this.#release(queue, share));
      if (queue.waiting.length === 0) this.#queues.delete(asker);
      this.#schedule();
    }
  }

  /** Drops requests whose clients are gone; these do not count. @returns how many requests were resumed. */
  #release(queue: Queue, share: number): number {
    const { waiting } = queue;
    let taken = 0;
    let end = 0;
    for (; taken < share && end < waiting.length; end += 1)
      if (waiting[end]?.request.socket.destroyed === false) taken += 1;
    for (const { bytes, resume } of waiting.splice(0, end)) {
      queue.bytes -= bytes;
      this.#bytes -= bytes;
      resume();
    }
    return taken;
  }
}

function bytesOf({ headers }: AskingRequest): number {
  const isChunked = headers["transfer-encoding"] !== undefined;
  const body = isChunked ? messageLimit.bytes : Number(headers["content-length"] ?? 0);
  return bytesBesideBody + Math.min(body, messageLimit.bytes);
}
