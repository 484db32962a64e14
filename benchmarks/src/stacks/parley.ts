import { createServer, type RequestListener } from "node:http";
import { Bounds, createGateway, defaultBounds, type Gateway } from "@parley/core";
import { hardenServer, ingressNode, ingressServerOptions } from "@parley/ingress-node";
import { platformNode } from "@parley/platform-node";
import { storeSqlite } from "@parley/store-sqlite";
import { transportUndici } from "@parley/transport-undici";
import { ContainerModule } from "inversify";
import { optionsOf, serveParent } from "../process/serve-parent.ts";
import { agentApp } from "./agent-app.ts";
import { agentDoorOf } from "./agent-door.ts";
import { Gate } from "./gate.ts";
import { close, listen } from "./listen.ts";
import { type Post, postTo } from "./post.ts";
import type { StackOptions } from "./stack.ts";

/** Parley on SQLite with full sync. Its limits are in the settings. */
export interface ParleyOptions extends StackOptions {
  readonly ingress: "express" | "node";
  /** The agent app: the receiver, or this process, which answers nothing until the parent asks for the messages. */
  readonly agent: "receiver" | "held";
  /** How the receiver answers agents' messages; see the receiver. Default `ok`. */
  readonly manner?: string;
  /** A second channel: how its messages are answered in each direction. The receiver counts them as `neighbour`. */
  readonly neighbour?: { readonly in: string; readonly out: string };
  /** Whether the channels have a request limit. Default: none. */
  readonly limited?: boolean;
}

/** The parent asks for this number of held messages. */
export interface HeldQuestion {
  readonly messages: number;
  readonly timeoutMs: number;
}

const options = optionsOf<ParleyOptions>();
const gate = new Gate(options.agent === "held");
const agent = agentApp(postsOf(options), gate);
const gateway = await createGateway(
  platformNode(),
  storeSqlite({ directory: options.directory }),
  transportUndici({ allowInsecureLoopback: true }),
  agent.module,
  new ContainerModule(({ bind }) => {
    bind(Bounds).toConstantValue({ ...defaultBounds, newConversationsPerMinute: 10_000_000 });
  }),
);
const visitorPath = await makeChannel(gateway, "shop", `${options.manner ?? "ok"}/out`);
const { neighbour } = options;
const neighbourPath =
  neighbour && (await makeChannel(gateway, "neighbour", `${neighbour.out}/neighbour`));
const server = createServer(ingressServerOptions, await listenerOf(gateway));
hardenServer(server, { maxRequestsPerSocket: 0 });

serveParent({
  ready: {
    port: await listen(server),
    visitorPath,
    agentPath: "/agent",
    ...(neighbourPath !== undefined && { neighbourPath }),
    pids: [process.pid],
  },
  // The messages held since the last question. Those that come later are held again.
  answer: async ({ messages, timeoutMs }: HeldQuestion) => {
    gate.open();
    await agent.tally.reached(messages, timeoutMs);
    gate.close();
    return agent.tally.turnOver();
  },
  stop: async () => {
    gateway.drain();
    await close(server);
    await gateway.close();
  },
});

/** Imports only the adapter in use: memory is measured. */
async function listenerOf({ inbox }: Gateway): Promise<RequestListener> {
  const none = { perAddress: false, perChannel: false } as const;
  const limits = options.limited === true ? { perAddress: none.perAddress } : none;
  const ingress =
    options.ingress === "node"
      ? ingressNode(inbox, { basePath: "/chat", ...limits })
      : (await import("./parley-express.ts")).onExpress(inbox, limits);
  const agentDoor = agentDoorOf(gateway, agent);
  return (request, response) => {
    if (request.url === "/agent") agentDoor(request, response);
    else void ingress(request, response);
  };
}

/** @returns the path of a new channel; `receiver` is the path for its agents' messages. */
async function makeChannel(
  { channelAdmin }: Gateway,
  id: string,
  receiver: string,
): Promise<string> {
  const chatApiUrl = `http://127.0.0.1:${options.receiverPort}/${receiver}/{channel}`;
  const added = await channelAdmin.add({ id, chatApiUrl });
  if (!added.done) throw new Error(added.refusal.message);
  return `/chat/${added.value.randomString}/${id}`;
}

/** Each channel has its own connections to the agent app, so that a slow one does not delay others. */
function postsOf({ agent, neighbour, receiverPort }: ParleyOptions): (id: string) => Post | null {
  if (agent !== "receiver") return () => null;
  const shop = postTo(receiverPort);
  const other = neighbour && postTo(receiverPort, `/${neighbour.in}/neighbour`, 1_024);
  return (id) => (id === "neighbour" && other !== undefined ? other : shop);
}
