import type { ManualTime } from "@parley/conformance";
import { type Bounds, defaultBounds } from "../../../src/engine/bounds.ts";
import type { CommitQueue } from "../../../src/engine/commit/commit-queue.ts";
import { LocalCommitQueue } from "../../../src/engine/commit/local-commit-queue.ts";
import { RemoteCommitQueue } from "../../../src/engine/commit/remote-commit-queue.ts";
import { type Grant, LeaseBook } from "../../../src/engine/dispatch/lease-book.ts";
import { Observers } from "../../../src/engine/observers.ts";
import {
  commitFailureTexts,
  StoreFailureLog,
} from "../../../src/engine/commit/store-failure-log.ts";
import { StallDetector } from "../../../src/engine/dispatch/stall-detector.ts";
import type { Clock } from "../../../src/ports/platform/clock.ts";
import type { Logger } from "../../../src/ports/platform/logger.ts";
import type {
  CommitBatch,
  CommitResult,
  Lease,
  MessageStore,
} from "../../../src/ports/stores/message-store.ts";

const stored = {
  status: "stored",
  conversationId: "c",
  sequences: [1],
  created: false,
} as const;

/** A lease as a store grants it. */
export function aLease(token: number): Lease {
  const conversation = { id: "c", channelKey: "k", channelId: "shop", visitorId: "1", profile: {} };
  const head = { sequence: token, messageSequence: token, message: "{}", acceptedAt: 0 };
  const lane = { kind: "inbound", conversationId: "c" };
  const terms = { attempt: 1, startedAt: 0, until: 11_000, memo: null, token };
  return { ...terms, lane, head, conversation } as unknown as Lease;
}

/**
 * A store whose answers wait to be given. `calls` are those that it was asked, in order, `inbound` their budgets, and
 * `batches` what was to be committed. Each commit and claim grants `leases`.
 */
export function slowStore(isRemote = false, leases: readonly Lease[] = []) {
  const calls: string[] = [];
  const batches: CommitBatch[] = [];
  const inbound: number[] = [];
  const answers: { readonly give: () => void; readonly fail: () => void }[] = [];
  const answered = <Result>(call: string, result: Result): Promise<Result> => {
    calls.push(call);
    return new Promise((resolve, reject) => {
      answers.push({ give: () => resolve(result), fail: () => reject(new Error("disk full")) });
    });
  };
  const store: MessageStore = {
    isRemote,
    commit: (batch, _now, budget) => {
      const { appends, settlements } = batch;
      batches.push(batch);
      inbound.push(budget.inbound);
      const result: CommitResult = {
        appends: appends.map(() => stored),
        settlements: [],
        states: [],
        leases,
      };
      const settled = settlements.length > 0 ? ` and ${settlements.length}` : "";
      return answered(`commit ${appends.length}${settled}`, result);
    },
    claim: (_now, budget) => {
      inbound.push(budget.inbound);
      return answered("claim", leases);
    },
    release: () => answered("release", undefined),
    nextDueAt: () =>
      answered("due", { inbound: null, outbound: null, reports: null, notices: null }),
  };
  const answer = () => answers.shift()?.give();
  const fail = () => answers.shift()?.fail();
  return { calls, batches, inbound, store, answer, fail };
}

/** What a queue is opened with. */
interface Terms {
  readonly clock?: Clock;
  readonly watch?: StallDetector;
  readonly logger?: Logger;
  readonly bounds?: Bounds;
  readonly onGrant?: (grant: Grant) => void;
}

const quiet: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** The queue for a store of this kind. */
export function queueOver(store: MessageStore, time: ManualTime, terms: Terms = {}): CommitQueue {
  const { clock = time, logger = quiet, bounds = defaultBounds, onGrant = () => {} } = terms;
  const book = new LeaseBook("node", bounds);
  book.open(onGrant);
  const Queue = store.isRemote === true ? RemoteCommitQueue : LocalCommitQueue;
  return new Queue({
    store,
    clock,
    timers: time,
    book,
    watch: terms.watch ?? new StallDetector(time, time),
    observers: new Observers([], logger),
    failureLog: new StoreFailureLog(commitFailureTexts, logger, time),
    bounds,
  });
}
