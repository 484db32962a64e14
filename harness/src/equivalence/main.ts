import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { Worker } from "node:worker_threads";
import { startPostgres } from "@parley/embedded-postgres";
import type { ScriptReport, WorkerTask } from "./worker.ts";
import { readOptions } from "../read-options.ts";

const page = `equivalence: memory, SQLite and PostgreSQL answer the same random operations alike

The databases run without durability, since answers are the point.

  --scripts N   random scripts (default 200)
  --from N      first script (default 0)
  --workers N   scripts at once (default 3)
  --help        this page
`;
const { values } = readOptions(page, {
  options: {
    scripts: { type: "string", default: "200" },
    from: { type: "string", default: "0" },
    workers: { type: "string", default: "3" },
  },
});
const scripts = Number(values.scripts);
const from = Number(values.from);
const workers = Math.min(Number(values.workers), scripts);
const progressEvery = Math.max(1, Math.floor(scripts / 20));
const memoryDisk = "/dev/shm";
const sqliteRoot = existsSync(memoryDisk) ? memoryDisk : tmpdir();

const startedAt = performance.now();
const server = await startPostgres({ fsync: false });
let done = 0;
let operations = 0;
const differences: string[] = [];
try {
  const running = Array.from({ length: workers }, async (_, index) => {
    const connection = await server.createDatabase();
    const task = { connection, sqliteRoot, from: from + index, to: from + scripts, step: workers };
    await run(task);
  });
  await Promise.all(running);
} finally {
  await server.stop();
}
process.stderr.write("long: --scripts 5000\n");
process.stdout.write(
  `${done} scripts, ${operations} operations, ${differences.length} differences\n`,
);
process.exitCode = differences.length === 0 && done === scripts ? 0 : 1;

function run(task: WorkerTask): Promise<void> {
  const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
  const worker = new Worker(new URL(`worker.${extension}`, import.meta.url), { workerData: task });
  worker.on("message", heard);
  return new Promise((resolve, reject) => {
    worker.on("error", reject);
    worker.on("exit", () => resolve());
  });
}

function heard(report: ScriptReport): void {
  done += 1;
  operations += report.operations;
  for (const difference of report.differences) {
    differences.push(difference);
    process.stderr.write(`${difference}\n`);
  }
  if (done % progressEvery !== 0) return;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  process.stderr.write(`${done} of ${scripts} scripts, ${seconds} s\n`);
}
