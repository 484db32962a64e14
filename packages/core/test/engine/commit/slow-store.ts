import type { ManualTime } from "@parley/conformance";
import { type Bounds, defaultBounds } from "../../../src/engine/bounds.ts";
import { Committer } from "../../../src/engine/commit/committer.ts";
import { LeaseBook } from "../../../src/engine/dispatch/lease-book.ts";
import { Observers } from "../../../src/engine/observers.ts";
import {
  commitFailureTexts,
  StoreFailureLog,
} from "../../../src/engine/commit/store-failure-log.ts";
import { StallDetector } from "../../../src/engine/dispatch/stall-detector.ts";
import type { Logger } from "../../../src/ports/platform/logger.ts";
import type { CommitResult, MessageStore } from "../../../src/ports/stores/message-store.ts";

const stored = {
  status: "stored",
  conversationId: "c",
  sequences: [1],
  created: false,
} as const;

/** A store whose answers wait to be given; `calls` are those that it was asked, in order, and `inbound` their budgets. */
export function slowStore(isRemote = false) {
  const calls: string[] = [];
  const inbound: number[] = [];
  const answers: (() => void)[] = [];
  const answered = <Result>(call: string, result: Result): Promise<Result> => {
    calls.push(call);
    return new Promise((resolve) => answers.push(() => resolve(result)));
  };
  const store: MessageStore = {
    isRemote,
    commit: ({ appends, settlements }, _now, budget) => {
      inbound.push(budget.inbound);
      const result: CommitResult = {
        appends: appends.map(() => stored),
        settlements: [],
        leases: [],
      };
      const settled = settlements.length > 0 ? ` and ${settlements.length}` : "";
      return answered(`commit ${appends.length}${settled}`, result);
    },
    claim: (_now, budget) => {
      inbound.push(budget.inbound);
      return answered("claim", []);
    },
    release: () => answered("release", undefined),
    nextDueAt: () => answered("due", { inbound: null, outbound: null, reports: null }),
  };
  return { calls, inbound, store, answer: () => answers.shift()?.() };
}

export function committerOver(
  store: MessageStore,
  time: ManualTime,
  watch = new StallDetector(time, time, store.isRemote === true),
  logger: Logger = { debug() {}, info() {}, warn() {}, error() {} },
  bounds: Bounds = defaultBounds,
): Committer {
  const book = new LeaseBook("node", bounds);
  book.open();
  const observers = new Observers([], logger);
  return new Committer({
    store,
    clock: time,
    timers: time,
    book,
    watch,
    observers,
    failureLog: new StoreFailureLog(commitFailureTexts, logger, time),
    bounds,
  });
}
