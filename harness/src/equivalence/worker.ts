import { deepStrictEqual } from "node:assert/strict";
import { parentPort, workerData } from "node:worker_threads";
import { randomStoreScript, runStoreScript } from "@parley/conformance";
import { memorySource, postgresSource, sqliteSource } from "./stores.ts";

/** What `main.ts` gives a worker: every `step`-th seed from `from`. */
export interface WorkerTask {
  readonly connection: string;
  readonly sqliteRoot: string;
  readonly from: number;
  readonly to: number;
  readonly step: number;
}

/** What a worker says of one script. */
export interface ScriptReport {
  readonly seed: number;
  readonly operations: number;
  /** Where stores differ, in words; empty when they do not. */
  readonly differences: readonly string[];
}

const shortest = 20;
const longest = 80;
/** One in so many is a rush, whose commits hold dozens. */
const rushEvery = 5;

const task = workerData as WorkerTask;
const reference = memorySource();
const others = [sqliteSource(task.sqliteRoot), await postgresSource(task.connection)];
for (let seed = task.from; seed < task.to; seed += task.step)
  parentPort?.postMessage(await compare(seed), []);
for (const source of others) await source.close();

async function compare(seed: number): Promise<ScriptReport> {
  const length = shortest + (seed % (longest - shortest + 1));
  const script = randomStoreScript(seed, length, seed % rushEvery === 0);
  const wanted = await runStoreScript(reference.open, script);
  const differences: string[] = [];
  for (const { name, open } of others) {
    const difference = await differenceOf(wanted, () => runStoreScript(open, script));
    if (difference !== null) differences.push(`seed ${seed}: ${name} differs: ${difference}`);
  }
  return { seed, operations: script.length, differences };
}

async function differenceOf(
  wanted: readonly unknown[],
  run: () => Promise<readonly unknown[]>,
): Promise<string | null> {
  try {
    const trace = await run();
    for (const [step, want] of wanted.entries()) deepStrictEqual(trace[step], want, `step ${step}`);
    return trace.length === wanted.length ? null : "the trace is longer";
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
