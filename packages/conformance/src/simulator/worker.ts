import { parentPort, workerData } from "node:worker_threads";
import { drawPlan } from "./draw-plan.ts";
import { runPlan } from "./run-plan.ts";
import { type SweepTask, sweepBranch } from "./sweep.ts";
import { count, noTotals, type Totals } from "./totals.ts";

/** What a worker is told to do: a range of seeds, or one branch of the sweep. */
export type Task =
  | { readonly kind: "seeds"; readonly from: number; readonly to: number }
  | SweepTask;

/** This file, for whoever starts the worker. */
export const workerUrl = new URL(import.meta.url);
/** Tells a worker of ours from any other thread that imports this file. */
export const workerMark = "@parley/conformance/simulator";

export async function runTask(task: Task): Promise<Totals> {
  if (task.kind === "branch") return sweepBranch(task);
  const totals = noTotals();
  for (let seed = task.from; seed <= task.to; seed += 1)
    count(totals, await runPlan(drawPlan(seed)));
  return totals;
}

if (parentPort !== null && workerData === workerMark) {
  const port = parentPort;
  port.on("message", (task: Task) => void runTask(task).then((totals) => port.postMessage(totals)));
}
