import { ManualTime } from "@parley/conformance";
import { beforeEach, describe, expect, it } from "vitest";
import {
  commitFailureTexts,
  StoreFailureLog,
} from "../../../src/engine/commit/store-failure-log.ts";
import { ParleyError } from "../../../src/errors.ts";
import type { LogFields, Logger } from "../../../src/ports/platform/logger.ts";
import { queueOver, slowStore } from "./slow-store.ts";

let time: ManualTime;
let logger: Logger;
let trouble: StoreFailureLog;
let lines: (readonly [event: string, fields: LogFields])[];

beforeEach(() => {
  time = new ManualTime();
  lines = [];
  const take = (event: string, fields?: LogFields): void => void lines.push([event, fields ?? {}]);
  logger = { debug: take, info: take, warn: take, error: take };
  trouble = new StoreFailureLog(commitFailureTexts, logger, time);
});

const full = new ParleyError("store-failed", "canary", {
  cause: Object.assign(new Error("canary"), { code: "SQLITE_FULL" }),
});
const failed = "the store accepts no commits";

describe("a store that takes no commits", () => {
  it("is told with the code of what lies beneath, and without its words", () => {
    trouble.failed(full);
    expect(lines).toEqual([
      [failed, { error: "store-failed", cause: "SQLITE_FULL", failures: 1, forMs: 0 }],
    ]);
  });

  it("is told again every 10 s, not for every commit", async () => {
    for (let second = 0; second <= 20; second += 1) {
      trouble.failed(new Error("canary"));
      await time.advance(1_000);
    }
    expect(lines).toEqual([
      [failed, { error: "Error", failures: 1, forMs: 0 }],
      [failed, { error: "Error", failures: 11, forMs: 10_000 }],
      [failed, { error: "Error", failures: 21, forMs: 20_000 }],
    ]);
  });

  it("is told when it takes them again, once", async () => {
    trouble.failed(full);
    await time.advance(500);
    trouble.failed(full);
    trouble.succeeded();
    trouble.succeeded();
    expect(lines.slice(1)).toEqual([
      ["the store accepts commits again", { failures: 2, forMs: 500 }],
    ]);
  });

  it("now and then is told no more often than one that takes none", async () => {
    for (let second = 0; second < 10; second += 1) {
      trouble.failed(full);
      trouble.succeeded();
      await time.advance(1_000);
    }
    expect(lines.map(([event]) => event)).toEqual([failed, "the store accepts commits again"]);
  });

  it("is told also after the clock was set back", () => {
    let aheadMs = 3_600_000;
    const told = new StoreFailureLog(commitFailureTexts, logger, {
      now: () => time.now() + aheadMs,
    });
    told.failed(full);
    aheadMs = 0;
    told.failed(full);
    expect(lines.map(([, fields]) => [fields["failures"], fields["forMs"]])).toEqual([
      [1, 0],
      [2, 0],
    ]);
  });

  it("is nothing to tell of where all is well", () => {
    trouble.succeeded();
    expect(lines).toEqual([]);
  });
});

describe("a commit", () => {
  it("that fails is told, and so is the next one that does not", async () => {
    const { store, answer } = slowStore();
    let fails = true;
    const commit: typeof store.commit = (...given) =>
      fails ? Promise.reject(full) : store.commit(...given);
    const queue = queueOver({ ...store, commit }, time, { logger });
    expect(await queue.canWrite()).toBe(false);
    fails = false;
    const written = queue.canWrite();
    await time.settle();
    answer();
    expect(await written).toBe(true);
    expect(lines.map(([event]) => event)).toEqual([failed, "the store accepts commits again"]);
  });
});
