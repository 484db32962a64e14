import {
  AgentBackend,
  type AuthenticatedChannel,
  createGateway,
  type Gateway,
  Observer,
  Signals,
  Transport,
  TypingListener,
  type TypingType,
} from "@parley/core";
import { SignalHub } from "@parley/core/memory";
import { ContainerModule } from "inversify";
import { ManualTime } from "../time/manual-time.ts";
import { NodeTime } from "../time/node-time.ts";
import type { Runner } from "../runner.ts";
import { ScriptedBackend } from "../scripted/scripted-backend.ts";
import { ScriptedTransport } from "../scripted/scripted-transport.ts";
import { SeededRandom, testPlatform } from "../time/test-platform.ts";
import { wantDone } from "../want-done.ts";
import { want } from "../want.ts";
import { openNodeStores } from "../stores/open-node-stores.ts";
import type { SharedStores, ShareStores } from "./shared-stores.ts";

/** One of the two gateways. */
interface GatewayNode {
  readonly gateway: Gateway;
  readonly pass: AuthenticatedChannel;
  kill(): Promise<void>;
}

/** The module of one node's agent apps. `index`: of the node, from 0, in the order of their starts. */
type AgentsOf = (rig: TwoGateways, index: number) => ContainerModule;

/** Two gateways with a common data set, time and endpoint. By default they have a common agent app, too. */
export class TwoGateways {
  readonly time = new ManualTime();
  readonly transport = new ScriptedTransport(this.time);
  readonly backend = new ScriptedBackend(this.time);
  /** The events that agent apps received, in order. */
  readonly typings: TypingType[] = [];
  readonly #hub = new SignalHub();
  readonly #shared: SharedStores;
  readonly #agentsOf: AgentsOf;
  readonly #nodes: GatewayNode[] = [];
  #secret = "";

  private constructor(shared: SharedStores, agentsOf: AgentsOf) {
    this.#shared = shared;
    this.#agentsOf = agentsOf;
  }

  static async start(share: ShareStores, agentsOf: AgentsOf = common): Promise<TwoGateways> {
    const rig = new TwoGateways(await share(), agentsOf);
    await rig.add();
    await rig.add();
    return rig;
  }

  /** The first secret of the channel `shop`. */
  get secret(): string {
    return this.#secret;
  }

  node(index: number): GatewayNode {
    const node = this.#nodes[index];
    if (node === undefined) throw new Error("there is no such node");
    return node;
  }

  async type(index: number, type: TypingType): Promise<void> {
    const { gateway, pass } = this.node(index);
    const body = JSON.stringify({ sender: { id: "v1" }, message: { type } });
    wantDone("typing", await gateway.inbox.accept(pass, new TextEncoder().encode(body)));
  }

  async say(index: number, message: object, sender: object = { id: "v1" }): Promise<void> {
    const { gateway, pass } = this.node(index);
    const body = JSON.stringify({ sender, message: { type: "text", ...message } });
    const answer = await gateway.inbox.accept(pass, new TextEncoder().encode(body));
    wantDone(`a message to gateway ${index}`, answer);
  }

  async conversation(): Promise<string> {
    const { items } = await this.node(0).gateway.conversations.list({ before: null, limit: 2 });
    want("there is one conversation", items.length, 1);
    return items[0]?.id ?? "";
  }

  /** As `SharedStores.lockLanes`; resolves with nothing to let go on a store in which nobody can. */
  async lockLanes(conversationId: string): Promise<(() => Promise<void>) | undefined> {
    return this.#shared.lockLanes?.(conversationId);
  }

  async reply(index: number, conversationId: string, text: string): Promise<void> {
    const answer = await this.node(index).gateway.outbox.send({
      conversationId,
      idempotencyKey: null,
      sender: { name: "Ann" },
      message: { type: "text", text },
    });
    wantDone("a reply", answer);
  }

  async add(): Promise<void> {
    const time = new NodeTime(this.time);
    const random = new SeededRandom(this.#nodes.length + 1);
    const stores = await openNodeStores(this.#shared.module(), this.time);
    const fittings = new ContainerModule(({ bind }) => {
      bind(Transport).toConstantValue(this.transport);
      bind(Signals).toConstantValue(this.#hub.join());
      bind(Observer).toConstantValue({ notice: () => {} });
    });
    const agents = this.#agentsOf(this, this.#nodes.length);
    const platform = testPlatform(time, random, []);
    const gateway = await createGateway(platform, stores.module, fittings, agents);
    const pass = await this.#authenticate(gateway);
    const kill = async (): Promise<void> => {
      time.kill();
      await stores.kill();
    };
    this.#nodes.push({ gateway, pass, kill });
    await this.time.settle();
  }

  async close(): Promise<void> {
    for (const node of this.#nodes) await node.kill();
    await this.#shared.close();
  }

  async #authenticate(gateway: Gateway): Promise<AuthenticatedChannel> {
    if (this.#secret === "") {
      const input = { id: "shop", chatApiUrl: "https://shop.example/chat" };
      const answer = await gateway.channelAdmin.add(input);
      if (!answer.done) throw new Error(answer.refusal.message);
      this.#secret = answer.value.randomString;
    }
    const pass = await gateway.inbox.authenticate("shop", this.#secret);
    if (pass === null) throw new Error("the channel cannot be entered");
    return pass;
  }
}

/** One agent app for both nodes. */
function common({ backend, typings }: TwoGateways): ContainerModule {
  return new ContainerModule(({ bind }) => {
    bind(AgentBackend).toConstantValue(backend);
    bind(TypingListener).toConstantValue({
      typing: async (_conversationId, type) => void typings.push(type),
    });
  });
}

/** One check on two gateways. They are always closed. */
export function gatewayCheckOf(runner: Runner, share: ShareStores, agentsOf?: AgentsOf) {
  return (title: string, body: (rig: TwoGateways) => Promise<void>): void => {
    runner.it(title, async () => {
      const rig = await TwoGateways.start(share, agentsOf);
      try {
        await body(rig);
      } finally {
        await rig.close();
      }
    });
  };
}
