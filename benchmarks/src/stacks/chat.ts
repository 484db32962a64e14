import { createServer } from "node:http";
import { Readable } from "node:stream";
import { createIoRedisState } from "@chat-adapter/state-ioredis";
import { createTelegramAdapter } from "@chat-adapter/telegram";
import { type Adapter, Chat, ConsoleLogger, type StateAdapter } from "chat";
import express from "express";
import { optionsOf, serveParent } from "../process/serve-parent.ts";
import { close, listen } from "./listen.ts";
import { startRedis } from "./redis.ts";
import type { StackOptions } from "./stack.ts";

/** The `chat` SDK with Telegram updates. It answers once the update's number is claimed, and stores no message. */
const options = optionsOf<StackOptions>();
const redis = await startRedis(options.directory, "never");
const app = express().disable("x-powered-by").set("etag", false);
const server = createServer(app);
const port = await listen(server);
const state = createIoRedisState({ url: `redis://127.0.0.1:${redis.port}` });
const telegram = createTelegramAdapter({
  botToken: "1:bench",
  apiUrl: `http://127.0.0.1:${port}`,
  mode: "webhook",
  allowUnverifiedWebhooks: true,
  logger: new ConsoleLogger("silent"),
});
// Its types do not support `exactOptionalPropertyTypes`, and its parts expect different versions of `chat`.
const bot = new Chat({
  userName: "bench",
  adapters: { telegram: telegram as unknown as Adapter },
  state: state as unknown as StateAdapter,
  concurrency: "concurrent",
  logger: "silent",
});
bot.onNewMessage(/./, async () => {});

/** The one call of Telegram's API that a bot makes at its start. */
app.all("/bot1:bench/getMe", (_request, response) => {
  response.json({
    ok: true,
    result: { id: 1, is_bot: true, first_name: "Bench", username: "bench" },
  });
});
app.post("/message", async (request, response) => {
  const body = Readable.toWeb(request);
  const given: object = { method: "POST", headers: request.headers, body, duplex: "half" };
  const answer = await bot.webhooks.telegram(new Request("http://127.0.0.1/message", given));
  response.status(answer.status).send(await answer.text());
});
await bot.initialize();

serveParent({
  ready: { port, visitorPath: "/message", agentPath: null, pids: [process.pid] },
  answer: async () => {},
  stop: async () => {
    await close(server);
    await state.disconnect();
    await redis.stop();
  },
});
