import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { SeededRandom } from "@parley/conformance";
import { Disk } from "./disk.ts";
import { chooseInstants } from "./instants.ts";
import { marksName } from "./marks.ts";
import type { Operation } from "./operation.ts";
import { Promises } from "./promises.ts";
import { readStore } from "./recovered.ts";
import { type Tear, tears } from "./tear.ts";
import { judge, type Verdict } from "./verdict.ts";

/** One power loss: where, how, and what was wrong afterwards. */
export interface Loss {
  readonly at: number;
  readonly tear: string;
  readonly verdict: Verdict;
  readonly error: string | null;
}

/** Every loss of one recording, and how many messages had been acknowledged by its end. */
export interface Replayed {
  readonly losses: readonly Loss[];
  readonly acknowledged: number;
}

interface ReplayOptions {
  readonly operations: readonly Operation[];
  readonly instants: number;
  /** Where the files are built anew: best in memory, for every opening syncs. */
  readonly scratch: string;
  readonly random: SeededRandom;
  readonly progress: (done: number) => void;
}

/** Takes the power away at chosen instants of a recording, and opens the real store on what the disk then holds. */
export async function replay(options: ReplayOptions): Promise<Replayed> {
  const { operations, random, progress } = options;
  const instants = chooseInstants(operations, options.instants, random);
  const disk = new Disk();
  const promises = new Promises();
  const losses: Loss[] = [];
  let at = 0;
  for (const [index, instant] of instants.entries()) {
    for (const operation of operations.slice(at, instant)) {
      disk.apply(operation);
      promises.apply(operation);
    }
    at = instant;
    const makeTear = tears[index % tears.length];
    if (makeTear === undefined) continue;
    losses.push(await lose(disk, promises, makeTear(random), instant, options.scratch));
    progress(losses.length);
  }
  for (const operation of operations.slice(at)) promises.apply(operation);
  return { losses, acknowledged: promises.acknowledged };
}

async function lose(
  disk: Disk,
  promises: Promises,
  tear: Tear,
  at: number,
  scratch: string,
): Promise<Loss> {
  const directory = join(scratch, "after");
  mkdirSync(directory);
  for (const [name, bytes] of disk.after(tear))
    if (name !== marksName) writeFileSync(join(directory, name), bytes);
  try {
    const verdict = judge(promises, await readStore(directory));
    return { at, tear: tear.name, verdict, error: null };
  } catch (error) {
    const verdict = { lost: 0, outOfOrder: 0, forgottenAttempts: 0, damaged: 1 as const };
    return { at, tear: tear.name, verdict, error: String(error) };
  } finally {
    rmSync(directory, { recursive: true });
  }
}
