import {
  type LogLine,
  ManualTime,
  NodeTime,
  ScriptedTransport,
  SeededRandom,
  type StoreFactory,
  testPlatform,
} from "@parley/conformance";
import {
  type AuthenticatedChannel,
  type CommitBatch,
  createGateway,
  type Gateway,
  HttpClient,
  type MessageStore,
  Signals,
  Transport,
} from "@parley/core";
import { MemoryData, memoryStores, SignalHub } from "@parley/core/memory";
import { ContainerModule } from "inversify";
import { loopbackClient } from "../../../conformance/src/agent-app/nodes/loopback-client.ts";
import { openNodeStores } from "../../../conformance/src/stores/open-node-stores.ts";
import { agentHttp, issueToken } from "../../src/index.ts";
import { RigClient } from "./rig-client.ts";

const issued = issueToken();

/** The adapters of the agent app, made anew for each node. */
export type MakeAgents = () => readonly ContainerModule[];

/** What a rig is made of. */
export interface RigOptions {
  readonly stores?: StoreFactory;
  readonly agents?: MakeAgents;
}

/** One gateway. */
export interface RigNode {
  readonly gateway: Gateway;
  /** Kills the node once a batch of which this is true is stored. The node does not hear of that. */
  diesAfter: (batch: CommitBatch) => boolean;
  /** Simulates a crash: nothing is released, and no call of a store ever ends. */
  kill(): Promise<void>;
}

/** Gateways with agent apps over one data set, on a manual clock. */
export class AgentRig {
  readonly time = new ManualTime();
  readonly transport = new ScriptedTransport(this.time);
  readonly log: LogLine[] = [];
  readonly #options: Required<RigOptions>;
  readonly #hub = new SignalHub();
  readonly #nodes: RigNode[] = [];
  readonly #secrets = new Map<string, string>();

  private constructor(options: Required<RigOptions>) {
    this.#options = options;
  }

  /** A gateway with the channels `shop` and `till`. Without options, with one app that polls. */
  static async start(options: RigOptions = {}): Promise<AgentRig> {
    const data = new MemoryData();
    const stores = () => memoryStores({ data });
    const agents = () => [agentHttp({ tokenDigests: [issued.digest] })];
    const rig = new AgentRig({ stores, agents, ...options });
    const { gateway } = await rig.add();
    for (const id of ["shop", "till"]) {
      const chatApiUrl = `https://${id}.example/chat`;
      const answer = await gateway.channelAdmin.add({ id, chatApiUrl });
      if (!answer.done) throw new Error(answer.refusal.message);
      rig.#secrets.set(id, answer.value.randomString);
    }
    return rig;
  }

  /** Starts one more node. */
  async add(): Promise<RigNode> {
    const time = new NodeTime(this.time);
    let node: RigNode | null = null;
    const stores = await openNodeStores(this.#options.stores(), this.time, {
      messages: (store) => mortal(store, () => node),
      channels: (store) => store,
    });
    const fittings = new ContainerModule(({ bind }) => {
      bind(Transport).toConstantValue(this.transport);
      bind(HttpClient).toConstantValue(loopbackClient({ outside: (work) => work() }));
      bind(Signals).toConstantValue(this.#hub.join());
    });
    const random = new SeededRandom(this.#nodes.length + 1);
    const platform = testPlatform(time, random, this.log);
    const agents = this.#options.agents();
    const gateway = await createGateway(platform, stores.module, fittings, ...agents);
    const kill = async (): Promise<void> => {
      time.kill();
      await stores.kill();
    };
    node = { gateway, diesAfter: () => false, kill };
    this.#nodes.push(node);
    await this.time.settle();
    return node;
  }

  node(index: number): RigNode {
    const node = this.#nodes.at(index);
    if (node === undefined) throw new Error("there is no such node");
    return node;
  }

  /** The app `name` as it calls a node. */
  client(name = "http", token = issued.token, node = this.node(0)): RigClient {
    const door = node.gateway.doors.find((one) => one.name === name);
    if (door === undefined) throw new Error("there is no such door");
    return new RigClient(door, token, this.time);
  }

  /** A visitor's message. Returns the conversation's id. */
  async say(
    text: string,
    { visitor = "v1", channel = "shop", node = this.node(0) } = {},
  ): Promise<string> {
    await this.send({ sender: { id: visitor }, message: { type: "text", text } }, channel, node);
    const { conversations } = node.gateway;
    const found = await conversations.findVisitor(channel, visitor);
    return found?.id ?? "";
  }

  /** The body of a visitor. */
  async send(body: object, channel = "shop", { gateway } = this.node(0)): Promise<void> {
    const bytes = new TextEncoder().encode(JSON.stringify(body));
    const answer = await gateway.inbox.accept(await this.#enter(gateway, channel), bytes);
    if (!answer.accepted) throw new Error(answer.refusal.message);
    await this.time.settle();
  }

  /** What a shop that asks is told: whether agents are there. */
  async statusOf(channel: string, gateway: Gateway): Promise<number> {
    return gateway.inbox.status(await this.#enter(gateway, channel));
  }

  /** Messages to visitors, in order, without their ids. */
  get sent(): readonly Readonly<Record<string, unknown>>[] {
    return this.transport.posts.map(({ body }) => {
      const { message } = JSON.parse(body) as { message: Record<string, unknown> };
      const { id: _id, ...fields } = message;
      return fields;
    });
  }

  async close(): Promise<void> {
    for (const node of this.#nodes) await node.kill();
  }

  async #enter({ inbox }: Gateway, channel: string): Promise<AuthenticatedChannel> {
    const pass = await inbox.authenticate(channel, this.#secrets.get(channel) ?? "");
    if (pass === null) throw new Error("the channel cannot be entered");
    return pass;
  }
}

/** A store whose node may die between a commit and its answer. */
function mortal(store: MessageStore, nodeOf: () => RigNode | null): MessageStore {
  return {
    isRemote: store.isRemote === true,
    commit: async (...call) => {
      const result = await store.commit(...call);
      const node = nodeOf();
      if (node?.diesAfter(call[0]) !== true) return result;
      void node.kill();
      return new Promise(() => {});
    },
    claim: (...call) => store.claim(...call),
    release: (...call) => store.release(...call),
    nextDueAt: (backend) => store.nextDueAt(backend),
  };
}
