import type { Clock } from "../../ports/platform/clock.ts";
import type { Timers } from "../../ports/platform/timers.ts";
import type {
  BackendAnswers as StoredAnswers,
  BackendStore,
} from "../../ports/stores/backend-store.ts";
import type { StoreFailureLog } from "../commit/store-failure-log.ts";
import { RepeatedWork } from "../pauses/repeated-work.ts";

/** Least time between two answers that are written. */
const knownMs = 10_000;
/** Least time between two failures that are written. */
const failedKnownMs = 60_000;
/** Events come again after 70 s at most. When no call has failed for this long, nobody has asked. */
export const unaskedMs = 3 * 60_000;

interface BackendAnswersPorts {
  /** Name of the backend. */
  readonly backend: string;
  readonly store: BackendStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly failureLog: StoreFailureLog;
}

type Change = (before: StoredAnswers) => StoredAnswers | null;

/**
 * When a backend answered any node, and since when it has not. An answer of one node ends what the others take for an
 * outage.
 */
export class BackendAnswers {
  readonly #ports: BackendAnswersPorts;
  readonly #writes: RepeatedWork;
  /** With the changes of this node that are not written yet. */
  #known: StoredAnswers;
  /** Oldest first. */
  readonly #changes: Change[] = [];
  /** When a call of this node failed last, without an answer to it since. */
  #failedHereAt: number | null = null;

  constructor(ports: BackendAnswersPorts) {
    this.#ports = ports;
    this.#known = unknownOf(ports.backend);
    this.#writes = new RepeatedWork(ports.timers, ports.failureLog);
  }

  /** @throws the store's error */
  async start(): Promise<void> {
    await this.#read();
  }

  /** Tries once to write what is not written. Never rejects. */
  stop(timeoutMs: number): Promise<void> {
    return this.#writes.stop(timeoutMs);
  }

  /** The backend answered this node. */
  answered(now: number): void {
    this.#failedHereAt = null;
    const { answeredAt, failingSince } = this.#known;
    const isKnown = answeredAt !== null && now >= answeredAt && now - answeredAt < knownMs;
    if (isKnown && failingSince === null) return;
    this.#change((before) => ({ ...before, answeredAt: now, ...notFailing }));
  }

  /** A call of this node failed. */
  failed(now: number): void {
    this.#failedHereAt = now;
    this.#change((before) => afterFailure(before, now));
  }

  /** Whether no node has had an answer for `forMs`, although some have asked. Asks the store before it says so. */
  async isDown(forMs: number): Promise<boolean> {
    const { clock } = this.#ports;
    if (!isDownFor(this.#known, forMs, clock.now())) return false;
    await this.#read();
    return isDownFor(this.#known, forMs, clock.now());
  }

  /** Whether this node itself got no answer at its last call, which was within `withinMs`. */
  hasFailedHere(withinMs: number): boolean {
    const sinceMs = this.#ports.clock.now() - (this.#failedHereAt ?? Number.NEGATIVE_INFINITY);
    return sinceMs >= 0 && sinceMs <= withinMs;
  }

  async #read(): Promise<StoredAnswers> {
    const { store, backend } = this.#ports;
    const all = await store.answers();
    const stored = all.find((one) => one.backend === backend) ?? unknownOf(backend);
    this.#known = afterAll(this.#changes, stored);
    return stored;
  }

  /** Holds for this node at once. The store gets it when it can, after reading what other nodes have written. */
  #change(change: Change): void {
    const changed = change(this.#known);
    if (changed === null) return;
    this.#known = changed;
    this.#changes.push(change);
    if (this.#changes.length === 1) this.#writes.add(() => this.#write());
  }

  /** Writes what has changed until now. */
  async #write(): Promise<void> {
    while (this.#changes.length > 0) {
      const stored = await this.#read();
      const changes = [...this.#changes];
      const after = afterAll(changes, stored);
      const saved = { ...after, revision: stored.revision + 1 };
      const isNew = after !== stored;
      if (isNew && !(await this.#ports.store.saveAnswers(saved))) continue;
      this.#changes.splice(0, changes.length);
    }
  }
}

const notFailing = { failingSince: null, failedAt: null };

/** A time in which nobody asked is no outage. `null`: the store knows of a recent failure. */
function afterFailure(before: StoredAnswers, now: number): StoredAnswers | null {
  const { failingSince, failedAt } = before;
  const sinceMs = failedAt === null ? Number.POSITIVE_INFINITY : now - failedAt;
  const isRecent = sinceMs >= 0 && sinceMs < unaskedMs;
  if (failingSince === null || !isRecent) return { ...before, failingSince: now, failedAt: now };
  return sinceMs < failedKnownMs ? null : { ...before, failedAt: now };
}

function afterAll(changes: readonly Change[], before: StoredAnswers): StoredAnswers {
  return changes.reduce((answers, change) => change(answers) ?? answers, before);
}

function unknownOf(backend: string): StoredAnswers {
  return { backend, revision: 0, answeredAt: null, ...notFailing };
}

/** Another node may have had answers for `knownMs` after the one that is stored. */
function isDownFor(
  { failingSince, answeredAt }: StoredAnswers,
  forMs: number,
  now: number,
): boolean {
  if (failingSince === null) return false;
  // When the clock was set back, the answer lies in the future.
  const isAnswered = answeredAt !== null && answeredAt <= now;
  const since = isAnswered ? Math.max(failingSince, answeredAt + knownMs) : failingSince;
  return now - since >= forMs;
}
