import { createServer } from "node:http";
import { serveParent } from "../process/serve-parent.ts";
import { close, listen } from "./listen.ts";

/** Only `node:http` and `JSON.parse`: no framework, no channel, nothing stored. */
const body = `{"result":"ok"}`;
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on("data", (chunk: Buffer) => chunks.push(chunk));
  request.on("end", () => {
    JSON.parse(Buffer.concat(chunks).toString());
    response.writeHead(200, { "Content-Type": "application/json", "Content-Length": body.length });
    response.end(body);
  });
});

serveParent({
  ready: { port: await listen(server), visitorPath: "/", agentPath: null, pids: [process.pid] },
  answer: async () => {},
  stop: () => close(server),
});
