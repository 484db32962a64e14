import { createServer } from "node:http";
import express from "express";
import { serveParent } from "../process/serve-parent.ts";
import { close, listen } from "./listen.ts";

/** Express 5 as its guide has it: `express.json()`, `response.json()`. Nothing is stored. */
const app = express();
app.use(express.json());
app.post("/message", (_request, response) => {
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
  stop: () => close(server),
});
