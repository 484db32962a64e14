import { ManualTime } from "@parley/conformance";
import { StoreFailureLog } from "../../../src/engine/commit/store-failure-log.ts";
import { BackendPauses } from "../../../src/engine/pauses/backend-pauses.ts";
import { MemoryData } from "../../../src/memory/data.ts";
import { MemoryPauseStore } from "../../../src/memory/pause-store.ts";
import { SignalHub } from "../../../src/memory/signals.ts";
import type { BackendLevel } from "../../../src/model/backend-pause.ts";
import type { PauseStore } from "../../../src/ports/stores/pause-store.ts";

/** Several nodes over one store. `isFailing`: their calls of the store fail. `hears`: signals reach the others. */
export function cluster(hears = true) {
  const time = new ManualTime();
  const data = new MemoryData();
  const hub = new SignalHub();
  const faults = {
    isFailing: false,
    locked: new Set<string>(),
    /** Conversations whose lanes were made due. */
    resumed: [] as string[],
    /** How many lanes the next calls for all conversations change. */
    pages: [] as number[],
  };
  const failing = async <Value>(call: () => Promise<Value>): Promise<Value> => {
    if (faults.isFailing) throw new Error("the store is away");
    return call();
  };
  const node = async () => {
    const memory = new MemoryPauseStore(data);
    const store: PauseStore = {
      pauses: () => failing(() => memory.pauses()),
      save: (pause) => failing(() => memory.save(pause)),
      resume: (which) =>
        failing(async () => {
          if ("limit" in which) return faults.pages.shift() ?? 0;
          if (faults.locked.has(which.conversationId)) throw new Error("the lane is locked");
          faults.resumed.push(which.conversationId);
          return 1;
        }),
      longestPaused: (limit) => memory.longestPaused(limit),
    };
    const levels: BackendLevel[] = [];
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const pauses = new BackendPauses({
      store,
      watch: { restart: () => {} },
      backend: "default",
      standsInFor: [],
      book: { limit: (_, level) => void levels.push(level) },
      signals: hears ? hub.join() : new SignalHub().join(),
      clock: time,
      timers: time,
      failureLog: new StoreFailureLog({ fails: "", ends: "" }, log, time),
      isShared: true,
    });
    let changes = 0;
    await pauses.start(() => void (changes += 1));
    return { pauses, level: () => levels.at(-1), changes: () => changes };
  };
  const asked = (forMs: number) => ({ calledAt: time.now(), answeredAt: time.now(), forMs });
  return { time, data, faults, node, asked };
}
