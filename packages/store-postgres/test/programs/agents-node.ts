// A gateway of real parts with the agent apps `sales` and `support`, until it is killed. Prints its address, and the path of
// the channel that it has added.
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import {
  AgentBackend,
  AgentRouter,
  createGateway,
  Outbox,
  OwnerListener,
  type Receipt,
} from "@parley/core";
import { ContainerModule } from "inversify";
import { ingressNode } from "../../../ingress-node/src/index.ts";
import { platformNode } from "../../../platform-node/src/index.ts";
import { transportUndici } from "../../../transport-undici/src/index.ts";
import { storePostgres } from "../../src/index.ts";

const [connection = "", schema = "", appsUrl = "", shopUrl = "", afterMs = "", channelId = ""] =
  process.argv.slice(2);
const outboxes = new Map<string, Outbox>();

/** An agent app at the end of a line. */
function remoteAgent(name: string): ContainerModule {
  const tell = async (what: string, body: object, signal: AbortSignal): Promise<Receipt> => {
    const request = { method: "POST", body: JSON.stringify(body), signal };
    const answer = await fetch(`${appsUrl}/${name}/${what}`, request);
    if (answer.status !== 200) throw new Error(`the agent app answered ${answer.status}`);
    return { outcome: "taken" };
  };
  return new ContainerModule(({ bind }) => {
    bind(AgentBackend)
      .toResolvedValue(
        (outbox: Outbox): AgentBackend => {
          outboxes.set(name, outbox);
          return {
            availability: async () => 1,
            receive: (event, signal) => tell("events", event, signal),
            report: (report, signal) => tell("reports", report, signal),
          };
        },
        [Outbox],
      )
      .inSingletonScope();
    bind(OwnerListener).toConstantValue({
      owner: (notice, signal) => tell("owners", notice, signal),
    });
  });
}

const names = ["sales", "support"];
const router = new ContainerModule(({ bind }) => {
  bind(AgentRouter).toConstantValue({
    modules: Object.fromEntries(names.map((name) => [name, remoteAgent(name)])),
    takesDefault: null,
    choose: () => "support",
    candidates: () => ["support", "sales"],
    receivers: names,
    mayRead: {},
    mayAssign: [],
    failOver: { support: { to: "sales", afterMs: Number(afterMs) } },
    reassign: {},
  });
});
const gateway = await createGateway(
  platformNode({ logLevel: "silent", clock: false }),
  storePostgres({ connection, schema, allowNonDurable: true }),
  transportUndici({ allowInsecureLoopback: true }),
  router,
);

/** What the test asks of a node. */
interface Order {
  readonly send?: {
    readonly app: string;
    readonly conversationId: string;
    readonly text: string;
    readonly fence?: number;
  };
  readonly assign?: { readonly conversationId: string; readonly backend: string };
  readonly history?: string;
}

async function obey({ send, assign, history }: Order): Promise<unknown> {
  if (send !== undefined) {
    const { app, text, ...rest } = send;
    const message = { type: "text", text };
    const sender = { name: app };
    return outboxes.get(app)?.send({ ...rest, idempotencyKey: null, sender, message });
  }
  if (assign !== undefined) {
    const { conversationId, backend } = assign;
    const { fence = 0 } = (await gateway.owners.find(conversationId)) ?? {};
    const to = { backend, assignee: null };
    const by = { name: "assigned", by: "test", why: null };
    return gateway.owners.transition({ conversationId, fence, to, ...by });
  }
  const page = { before: null, limit: 50 };
  if (history !== undefined) return (await gateway.owners.history(history, page)).items;
  return gateway.ownedConversations.counts();
}

const ingress = ingressNode(gateway.inbox);
const orderOf = async (request: IncomingMessage) =>
  JSON.parse(Buffer.concat(await request.toArray()).toString()) as Order;
const server = createServer((request, response) => {
  if (request.url !== "/order") return void ingress(request, response);
  void orderOf(request)
    .then(obey)
    .then((answer) => response.end(JSON.stringify(answer)));
}).listen(0, "127.0.0.1");
await once(server, "listening");
let path = "";
if (channelId !== "") {
  const added = await gateway.channelAdmin.add({ id: channelId, chatApiUrl: shopUrl });
  if (!added.done) throw new Error(added.refusal.message);
  path = `/${added.value.randomString}/${channelId}`;
}
console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port} ${path}`);
