import { Worker } from "node:worker_threads";
import type { Options } from "./options.ts";
import { add, noTotals, type Totals } from "./marks/totals.ts";
import { type Task, workerMark, type WorkerStart, workerUrl } from "./worker.ts";

/** Gives tasks to free workers and adds up their results. `next` returns `null` at the end. */
export async function runTasks(
  next: () => Task | null,
  { workers, stores }: Pick<Options, "workers" | "stores">,
  told: (totals: Totals) => void,
): Promise<Totals> {
  const totals = noTotals();
  const start: WorkerStart = { mark: workerMark, stores };
  const pool = Array.from({ length: workers }, () => new Worker(workerUrl, { workerData: start }));
  try {
    await Promise.all(
      pool.map(async (worker) => {
        for (let task = next(); task !== null; task = next()) {
          add(totals, await answerOf(worker, task));
          told(totals);
        }
      }),
    );
  } finally {
    await Promise.all(pool.map((worker) => worker.terminate()));
  }
  return totals;
}

function answerOf(worker: Worker, task: Task): Promise<Totals> {
  return new Promise((resolve, reject) => {
    worker.once("message", (totals: Totals) => {
      worker.off("error", reject);
      resolve(totals);
    });
    worker.once("error", reject);
    worker.postMessage(task, []);
  });
}
