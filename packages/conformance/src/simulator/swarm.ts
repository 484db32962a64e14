import type { Options } from "./options.ts";
import { runTasks } from "./pool.ts";
import { Progress } from "./progress.ts";
import { sweepTasks } from "./sweep.ts";
import type { Totals } from "./marks/totals.ts";
import type { Task } from "./worker.ts";

const chunk = 20;

/** Runs seeds in order, in chunks, until their number or the time limit is reached. */
export function runSeeds(options: Options): Promise<Totals> {
  const { seeds, from, minutes } = options;
  const until = minutes === null ? null : Date.now() + minutes * 60_000;
  const last = until === null ? from + seeds - 1 : Number.MAX_SAFE_INTEGER;
  const progress = new Progress("seeds", until === null ? seeds : null);
  let next = from;
  const take = (): Task | null => {
    if (next > last || (until !== null && Date.now() >= until)) return null;
    const task = { kind: "seeds", from: next, to: Math.min(last, next + chunk - 1) } as const;
    next = task.to + 1;
    return task;
  };
  return runTasks(take, options, (totals) => progress.tell(totals));
}

/** Runs every branch of the sweep. */
export async function runSweep(options: Options): Promise<Totals> {
  const tasks = await sweepTasks();
  const progress = new Progress("runs of the sweep", null);
  let next = 0;
  const take = (): Task | null => tasks[next++] ?? null;
  return runTasks(take, options, (totals) => progress.tell(totals));
}
