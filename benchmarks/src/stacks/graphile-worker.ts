import { createServer } from "node:http";
import express from "express";
import { Logger, run } from "graphile-worker";
import { Pool } from "pg";
import { optionsOf, serveParent } from "../process/serve-parent.ts";
import { close, listen } from "./listen.ts";
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
// The server ends before its connections do, which is no fault.
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

const app = express();
app.use(express.json());
app.post("/message", async (request, response) => {
  await runner.addJob(task, request.body as object, { maxAttempts: attempts });
  response.json({ result: "ok" });
});
const server = createServer(app);

serveParent({
  ready: {
    port: await listen(server),
    visitorPath: "/message",
    agentPath: null,
    pids: [process.pid],
  },
  answer: async () => {},
  stop: async () => {
    await close(server);
    await runner.stop();
    await pgPool.end();
    await postgres.stop();
  },
});
