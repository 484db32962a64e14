import { Queue, Worker } from "bullmq";
import { optionsOf } from "../process/serve-parent.ts";
import { messageApp, serveMessages } from "./message-app.ts";
import { postTo } from "./post.ts";
import { startRedis } from "./redis.ts";
import { attempts, retryDelayMs, type StackOptions } from "./stack.ts";

/** Express and BullMQ on a durable Redis. */
const name = "messages";
const options = optionsOf<StackOptions>();
const redis = await startRedis(options.directory);
const concurrency = 64;
const connection = { host: "127.0.0.1", port: redis.port, maxRetriesPerRequest: null };
const queue = new Queue<object>(name, {
  connection,
  defaultJobOptions: {
    attempts,
    backoff: { type: "fixed", delay: retryDelayMs },
    removeOnComplete: true,
  },
});
const post = postTo(options.receiverPort);
const worker = new Worker<object>(name, (job) => post(JSON.stringify(job.data)), {
  connection,
  concurrency,
});
await worker.waitUntilReady();

const app = messageApp();
app.post("/message", async (request, response) => {
  await queue.add("message", request.body as object);
  response.json({ result: "ok" });
});
await serveMessages(app, async () => {
  await worker.close();
  await queue.close();
  await redis.stop();
});
