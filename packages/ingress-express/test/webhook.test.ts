import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { webhookNode } from "@parley/ingress-node";
import express from "express";
import { expect, it, onTestFinished } from "vitest";

it("a webhook is a handler of an Express app, before any body parser", async () => {
  const taken: unknown[] = [];
  const lines: unknown[] = [];
  const webhook = webhookNode(
    async ({ json }) => {
      taken.push(json());
      return { accepted: true };
    },
    { logger: { error: (...line) => void lines.push(line) } },
  );
  const app = express();
  app.post("/agent", webhook);
  app.post("/too-late", express.json(), webhook);
  const server = createServer(app).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const post = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Connection: "close" },
      body: '{"text":"Hello"}',
    });
  const answer = await post("/agent");
  expect([answer.status, await answer.json()]).toEqual([200, { result: "ok" }]);
  expect((await post("/too-late")).status).toBe(500);
  expect(taken).toEqual([{ text: "Hello" }]);
  expect(lines).toEqual([["webhook failed", { code: "body-already-read" }]]);
});
