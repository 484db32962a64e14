import { type Job, type JobResult, PgBoss } from "pg-boss";
import { optionsOf } from "../process/serve-parent.ts";
import { messageApp, serveMessages } from "./message-app.ts";
import { startDurablePostgres } from "./postgres.ts";
import { postTo } from "./post.ts";
import { attempts, retryDelayMs, type StackOptions } from "./stack.ts";

const queue = "messages";
const connections = 64;
const options = optionsOf<StackOptions>();
const postgres = await startDurablePostgres();
const boss = new PgBoss({ connectionString: postgres.connectionString, max: connections });
let ending = false;
// The server ends before its connections do. That is not an error.
boss.on("error", (error) => void (ending || process.stderr.write(`${error.message}\n`)));
await boss.start();
await boss.createQueue(queue, {
  retryLimit: attempts - 1,
  retryDelay: retryDelayMs / 1_000,
});
const post = postTo(options.receiverPort);
await boss.work<object>(
  queue,
  {
    batchSize: 64,
    localConcurrency: 2,
    pollingIntervalSeconds: 0.5,
    burstWhenBatchFull: true,
    perJobResults: true,
  },
  (jobs) => Promise.all(jobs.map(deliver)),
);

const app = messageApp();
app.post("/message", async (request, response) => {
  await boss.send(queue, request.body as object);
  response.json({ result: "ok" });
});
await serveMessages(app, async () => {
  ending = true;
  await boss.stop({ graceful: false });
  await postgres.stop();
});

async function deliver({ id, data }: Job<object>): Promise<JobResult> {
  try {
    await post(JSON.stringify(data));
    return { id, status: "completed" };
  } catch {
    return { id, status: "failed" };
  }
}
