import { Logger, run } from "graphile-worker";
import { Pool } from "pg";
import { optionsOf } from "../process/serve-parent.ts";
import { messageApp, serveMessages } from "./message-app.ts";
import { startDurablePostgres } from "./postgres.ts";
import { postTo } from "./post.ts";
import { attempts, type StackOptions } from "./stack.ts";

const task = "deliver";
const connections = 64;
const concurrentJobs = 64;
const localQueueSize = 512;
const batchDelayMs = 100;
const options = optionsOf<StackOptions>();
const postgres = await startDurablePostgres();
const pgPool = new Pool({
  connectionString: postgres.connectionString,
  max: connections,
});
// The server ends before its connections do. That is not an error.
pgPool.on("error", () => {}).on("connect", (client) => client.on("error", () => {}));
const logger = new Logger(() => () => {});
const post = postTo(options.receiverPort);
const runner = await run({
  pgPool,
  noHandleSignals: true,
  taskList: { [task]: (payload) => post(JSON.stringify(payload)) },
  preset: {
    worker: {
      logger,
      concurrentJobs,
      pollInterval: 500,
      localQueue: {
        size: localQueueSize,
        refetchDelay: { durationMs: batchDelayMs, threshold: localQueueSize - 1 },
      },
      completeJobBatchDelay: batchDelayMs,
      failJobBatchDelay: batchDelayMs,
    },
  },
});

const app = messageApp();
app.post("/message", async (request, response) => {
  await runner.addJob(task, request.body as object, { maxAttempts: attempts });
  response.json({ result: "ok" });
});
await serveMessages(app, async () => {
  await runner.stop();
  await pgPool.end();
  await postgres.stop();
});
