import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { text } from "node:stream/consumers";
import { Bounds, createGateway, defaultBounds, type Gateway } from "@parley/core";
import { hardenServer, ingressExpress } from "@parley/ingress-express";
import { ingressNode } from "@parley/ingress-node";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { transportUndici } from "@parley/transport-undici";
import express from "express";
import { ContainerModule } from "inversify";
import { optionsOf, serveParent } from "../process/serve-parent.ts";
import { agentApp } from "./agent-app.ts";
import { close, listen } from "./listen.ts";
import { postTo } from "./post.ts";
import type { StackOptions } from "./stack.ts";

/** Parley on SQLite with full sync, every bound at its default but the ones for strangers. */
export interface ParleyOptions extends StackOptions {
  readonly ingress: "express" | "node";
  /** Whether the agent app is the receiver, or takes everything in this process. */
  readonly agent: "receiver" | "memory";
  /** How the receiver answers agents' messages; see the receiver. Default `ok`. */
  readonly manner?: string;
}

const options = optionsOf<ParleyOptions>();
const agent = agentApp(options.agent === "memory" ? null : postTo(options.receiverPort));
const gateway = await createGateway(
  platformNode(),
  storeSqlite({ directory: options.directory }),
  transportUndici({ allowInsecureLoopback: true }),
  agent.module,
  new ContainerModule(({ bind }) => {
    bind(Bounds).toConstantValue({ ...defaultBounds, newConversationsPerMinute: 10_000_000 });
  }),
);
const visitorPath = await makeChannel(gateway, options.manner ?? "ok");
const server = createServer(listenerOf(gateway));
hardenServer(server, { maxRequestsPerSocket: 0 });

serveParent({
  ready: {
    port: await listen(server),
    visitorPath,
    agentPath: "/agent",
    pids: [process.pid],
  },
  answer: async () => {},
  stop: async () => {
    gateway.drain();
    await close(server);
    await gateway.close();
  },
});

function listenerOf({ inbox }: Gateway): RequestListener {
  const limits = { perChannel: false, perAddress: false } as const;
  const ingress =
    options.ingress === "node"
      ? ingressNode(inbox, { basePath: "/chat", ...limits })
      : express()
          .disable("x-powered-by")
          .set("etag", false)
          .use("/chat", ingressExpress(inbox, limits));
  return (request, response) => {
    if (request.url === "/agent") void answerAgent(request, response);
    else void ingress(request, response);
  };
}

/** The agent app's door: what a plugin does with its webhook. */
async function answerAgent(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { visitor, id, text: words } = JSON.parse(await text(request)) as Record<string, string>;
  const answer = await gateway.outbox.send({
    conversationId: agent.conversations.get(visitor ?? "") ?? "",
    idempotencyKey: id ?? null,
    sender: { name: "Grace Hopper" },
    message: { type: "text", text: words ?? "" },
  });
  const body = answer.accepted ? `{"result":"ok"}` : JSON.stringify(answer.refusal);
  response.writeHead(answer.accepted ? 200 : 503, { "Content-Length": Buffer.byteLength(body) });
  response.end(body);
}

/** @returns the path of a channel that was made now. */
async function makeChannel({ channelAdmin }: Gateway, manner: string): Promise<string> {
  const chatApiUrl = `http://127.0.0.1:${options.receiverPort}/${manner}/out/{channel}`;
  const added = await channelAdmin.add({ id: "shop", chatApiUrl });
  if (!added.done) throw new Error(added.refusal.message);
  return `/chat/${added.value.randomString}/shop`;
}
