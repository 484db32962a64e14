import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { longestPauseMs } from "@parley/core";
import { type CaseResult, figure } from "../figure.ts";
import { Child } from "../process/child.ts";
import { moduleBeside } from "../process/module-beside.ts";
import { memoryBytesOf, spentBy } from "../process/usage.ts";
import { type Contender, interleave } from "../rounds.ts";
import { median } from "../statistics.ts";
import { requireFreeSpace } from "../store/free-space.ts";
import type { PendingOrder } from "../store/pending-lanes.ts";
import { inTemporaryDirectory } from "../process/temporary-directory.ts";
import type { WaitingOptions, WaitingReady, WaitingState } from "../store/waiting-process.ts";

/** More than a lane takes with its messages. */
const roomPerLane = 3_000;
/** The file is filled with past instants, so that every retry is due this long after its attempt. */
const aheadMs = 60 * 60 * 1_000;
/**
 * A gateway that starts corrects instants beyond the longest pause as a clock's error. So everything is due this much
 * earlier.
 */
const marginMs = 1_000;
const dueWithinMs = 4_000;
const settleMs = 8_000;
const table = "Waiting for retries";
const ready = "process start to ready s";

/** Number of waiting retries, and how long CPU is counted. */
export interface PendingSettings {
  readonly rounds: number;
  readonly lanes: number;
  readonly waitMs: number;
}

/** Costs of one gateway. */
interface Waited {
  readonly readySeconds: number;
  readonly cpuPercent: number;
  readonly memoryBytes: number;
}

/** The cost of waiting retries, compared with the same gateway on an empty store. */
export async function measurePendingMillion(settings: PendingSettings): Promise<CaseResult> {
  const { rounds, lanes, waitMs } = settings;
  requireFreeSpace(lanes * roomPerLane, "pending-million");
  return inTemporaryDirectory(async (root) => {
    const order: PendingOrder = { lanes, dueFrom: Date.now() + aheadMs, dueWithinMs };
    await fill(join(root, "pending"), order);
    const contender = (name: string): Contender<Waited> => ({
      name,
      run: () => wait(join(root, name), startOf(order), waitMs),
    });
    const contenders = [contender("empty"), contender("pending")];
    const results = await interleave(contenders, rounds, told);
    // Last, since it changes the store.
    const readySeconds = await restart(join(root, "pending"), order.dueFrom + aheadMs);
    return resultOf(results, lanes, readySeconds);
  });
}

/** A start late enough that everything is due within the longest pause, and nothing while CPU is counted. */
function startOf({ dueFrom, dueWithinMs }: PendingOrder): number {
  return dueFrom + dueWithinMs + marginMs - longestPauseMs;
}

async function fill(directory: string, order: PendingOrder): Promise<void> {
  const entry = moduleBeside("../store/pending-process", import.meta.url);
  const child = await Child.start<true>(entry);
  try {
    await child.ask({ directory, ...order });
  } finally {
    await child.stop();
  }
}

/** Starts a gateway, lets it settle, and counts its costs while nothing is due. */
async function wait(directory: string, startAt: number, waitMs: number): Promise<Waited> {
  const child = await startGateway({ directory, startAt });
  try {
    await pause(settleMs);
    await child.ask<WaitingState>({});
    const spent = spentBy([child.pid]);
    await pause(waitMs);
    const cpuPercent = spent();
    const { now, attempts } = await child.ask<WaitingState>({});
    const leftMs = startAt + longestPauseMs - marginMs - dueWithinMs - now;
    if (attempts > 0 || leftMs <= 0)
      throw new Error(`retries fell due while they should wait: ${attempts}, ${leftMs} ms left`);
    return {
      ...child.ready,
      cpuPercent,
      memoryBytes: memoryBytesOf([child.pid]),
    };
  } finally {
    await child.stop();
  }
}

/** @returns how long a gateway takes to be ready when everything is due. */
async function restart(directory: string, startAt: number): Promise<number> {
  const child = await startGateway({ directory, startAt });
  try {
    return child.ready.readySeconds;
  } finally {
    await child.stop();
  }
}

function startGateway(options: WaitingOptions): Promise<Child<WaitingReady>> {
  const entry = moduleBeside("../store/waiting-process", import.meta.url);
  return Child.start<WaitingReady>(entry, options, [...process.execArgv, "--expose-gc"]);
}

function resultOf(
  results: ReadonlyMap<string, readonly Waited[]>,
  lanes: number,
  readySeconds: number,
): CaseResult {
  const of = (name: string, field: keyof Waited) =>
    (results.get(name) ?? []).map((waited) => waited[field]);
  const empty = of("empty", "memoryBytes");
  const over = of("pending", "memoryBytes").map(
    (bytes, round) => (bytes - (empty[round] ?? Number.NaN)) / 1e6,
  );
  return {
    figures: [
      figure("pending-million", over),
      figure("pending-million/cpu", of("pending", "cpuPercent")),
      figure("pending-million/restart", of("pending", "readySeconds")),
    ],
    rows: [
      ...["empty", "pending"].map((name) => ({
        table,
        name: name === "empty" ? "an empty store" : `${lanes.toLocaleString("en")} retries wait`,
        cells: {
          "memory MB": Math.round(median(of(name, "memoryBytes")) / 1e6),
          "CPU %": hundredths(median(of(name, "cpuPercent"))),
          [ready]: hundredths(median(of(name, "readySeconds"))),
        },
      })),
      { table, name: "all of them due", cells: { [ready]: hundredths(readySeconds) } },
    ],
    settings: {
      "pending-million":
        "half of them visitors' messages, half agents'; due within the longest pause, as after any attempt; counted while none is due yet",
    },
  };
}

function told({ memoryBytes, cpuPercent, readySeconds }: Waited): string {
  const megabytes = Math.round(memoryBytes / 1e6);
  return `${megabytes} MB, ${cpuPercent.toFixed(2)} % CPU, ready after ${readySeconds.toFixed(2)} s`;
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
