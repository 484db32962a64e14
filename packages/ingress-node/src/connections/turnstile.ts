import { type Refusal, refuse } from "@parley/core";
import { messageLimit } from "../request-body.ts";

/** How many requests of one asker a turn of the event loop takes in while others ask as well. */
const perTurn = 4;
/** An asker is there for others for so long after each of its requests. */
const rememberedMs = 1_000;
/** What a request that waits costs beside its body: its head, and all that Node keeps for it. */
const bytesBesideBody = 8 * 1024;
/** What may wait of one asker: some 4,000 small requests, or 450 of the largest. */
const ownLimitBytes = 32 * 1024 * 1024;
/** And of all together. */
const limitBytes = 64 * 1024 * 1024;

/** Of an `IncomingMessage`: how large its body may be, and whether its client is still there. */
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
  readonly enter: () => void;
}

interface Queue {
  readonly waiting: Waiting[];
  bytes: number;
}

/**
 * Shares the turns of the event loop among those who ask: whoever has had its share of a turn waits for the next one,
 * behind nobody but itself, so that a flood makes the turns of others longer by no more than a share. Who asks alone
 * waits for nobody.
 */
export class Turnstile {
  readonly #now: () => number;
  /** How many each has had in this turn. */
  readonly #taken = new Map<string, number>();
  readonly #queues = new Map<string, Queue>();
  #bytes = 0;
  #isTurning = false;
  #latest: string | null = null;
  #latestAt = -Infinity;
  /** When anybody but the latest asked last. */
  #otherAt = -Infinity;

  /** `now` in milliseconds, from whatever point. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /**
   * Lets one request of this asker in. `null`: it may go on; a promise, that never rejects: it may when that resolves,
   * in the order in which the asker's requests came, unless its client is gone by then; a refusal: too much waits.
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
      queue.waiting.push({ request, bytes, enter: () => resolve(null) });
    });
  }

  #noteAsker(asker: string, now: number): void {
    if (asker !== this.#latest) {
      this.#otherAt = this.#latestAt;
      this.#latest = asker;
    }
    this.#latestAt = now;
  }

  /** Whether nobody else waits, or has asked of late. */
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
      this.#taken.set(asker, this.#letIn(queue, share));
      if (queue.waiting.length === 0) this.#queues.delete(asker);
      this.#schedule();
    }
  }

  /** Those whose clients are gone leave too, and take nobody's place. @returns how many others went in. */
  #letIn(queue: Queue, share: number): number {
    const { waiting } = queue;
    let taken = 0;
    let end = 0;
    for (; taken < share && end < waiting.length; end += 1)
      if (waiting[end]?.request.socket.destroyed === false) taken += 1;
    for (const { bytes, enter } of waiting.splice(0, end)) {
      queue.bytes -= bytes;
      this.#bytes -= bytes;
      enter();
    }
    return taken;
  }
}

function bytesOf({ headers }: AskingRequest): number {
  const isChunked = headers["transfer-encoding"] !== undefined;
  const body = isChunked ? messageLimit.bytes : Number(headers["content-length"] ?? 0);
  return bytesBesideBody + Math.min(body, messageLimit.bytes);
}
