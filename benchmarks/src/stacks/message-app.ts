import { createServer } from "node:http";
import express, { type Express } from "express";
import { serveParent } from "../process/serve-parent.ts";
import { close, listen } from "./listen.ts";

/** Express 5 with `express.json()` and without unneeded features, the same for every stack. */
export function messageApp(): Express {
  return express().disable("x-powered-by").set("etag", false).use(express.json());
}

/** Serves `app`, which accepts messages at `/message`, until the parent ends it. Then stops what is behind it. */
export async function serveMessages(app: Express, stop: () => Promise<void>): Promise<void> {
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
      await stop();
    },
  });
}
