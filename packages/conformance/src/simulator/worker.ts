import { parentPort, workerData } from "node:worker_threads";
import { drawPlan } from "./plan/draw-plan.ts";
import { runPlan, type RunOptions } from "./run-plan.ts";
import { runOptions } from "./stores-file.ts";
import { type SweepTask, sweepBranch } from "./sweep.ts";
import { count, noTotals, type Totals } from "./marks/totals.ts";

/** A task of a worker: a range of seeds, or one branch of the sweep. */
export type Task =
  | { readonly kind: "seeds"; readonly from: number; readonly to: number }
  | SweepTask;

/** Start data of a worker. `stores`: a file that exports `freshStores`; `null`: the reference stores. */
export interface WorkerStart {
  readonly mark: string;
  readonly stores: string | null;
}

/** URL of this file, to start a worker. */
export const workerUrl = new URL(import.meta.url);
/** Marks our workers, because another thread may import this file too. */
export const workerMark = "@parley/conformance/simulator";

async function runTask(task: Task, options: RunOptions): Promise<Totals> {
  if (task.kind === "branch") return sweepBranch(task, options);
  const totals = noTotals();
  for (let seed = task.from; seed <= task.to; seed += 1) {
    const plan = drawPlan(seed);
    count(totals, plan, await runPlan(plan, options));
  }
  return totals;
}

const start = workerData as WorkerStart | null;
if (parentPort !== null && start?.mark === workerMark) {
  const port = parentPort;
  const options = await runOptions(start.stores);
  port.on("message", (task: Task) => {
    void runTask(task, options).then((totals) => port.postMessage(totals));
  });
}
