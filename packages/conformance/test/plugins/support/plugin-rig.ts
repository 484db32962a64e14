import {
  type AuthenticatedChannel,
  type CommitBatch,
  createGateway,
  type Gateway,
  HttpClient,
  type MessageStore,
  PluginState,
  Signals,
  Transport,
} from "@parley/core";
import { SignalHub } from "@parley/core/memory";
import { ContainerModule, type ServiceIdentifier } from "inversify";
import {
  ManualTime,
  NodeTime,
  ScriptedTransport,
  SeededRandom,
  type StoreFactory,
  testPlatform,
} from "../../../src/index.ts";
import { loopbackClient } from "../../../src/agent-app/nodes/loopback-client.ts";
import { openNodeStores } from "../../../src/stores/open-node-stores.ts";
import type { AppServer } from "../apps/app-server.ts";
import { type ServedDoors, serveDoors } from "./serve-doors.ts";
import { until } from "./until.ts";

const StateOfApp = Symbol("StateOfApp") as ServiceIdentifier<PluginState>;

/** One gateway with the app's plugin, whose token is `node-0`, `node-1` … in the order of the starts. */
export interface PluginNode {
  readonly gateway: Gateway;
  /** The state of the plugin, as the plugin sees it. */
  readonly state: PluginState;
  readonly doors: ServedDoors;
  /** Kills the node once a batch of which this is true is stored. The node does not hear of that. */
  diesAfter: (batch: CommitBatch) => boolean;
  /** Simulates a crash: nothing is released, and no call of a store ever ends. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/** Gateways over one data set, with a manual clock, real sockets to one app, and a scripted integrating system. */
export class PluginRig {
  readonly time = new ManualTime();
  readonly transport = new ScriptedTransport(this.time);
  readonly app: AppServer;
  readonly #openStores: StoreFactory;
  readonly #hub = new SignalHub();
  readonly #nodes: PluginNode[] = [];
  #secret = "";

  private constructor(openStores: StoreFactory, app: AppServer) {
    this.#openStores = openStores;
    this.app = app;
  }

  /** A gateway with the channel `shop`. */
  static async start(openStores: StoreFactory, app: AppServer): Promise<PluginRig> {
    const rig = new PluginRig(openStores, await app.listen());
    const { gateway } = await rig.add();
    const answer = await gateway.channelAdmin.add({
      id: "shop",
      chatApiUrl: "https://shop.example/chat",
    });
    if (!answer.done) throw new Error(answer.refusal.message);
    rig.#secret = answer.value.randomString;
    return rig;
  }

  /** Texts that the visitor got, in order. */
  get sent(): readonly string[] {
    return this.transport.posts.map(
      ({ body }) => (JSON.parse(body) as { message: { text: string } }).message.text,
    );
  }

  /** Starts one more node. The app posts its webhooks there from now on. */
  async add(): Promise<PluginNode> {
    const time = new NodeTime(this.time);
    let node: PluginNode | null = null;
    const stores = await openNodeStores(this.#openStores(), this.time, {
      messages: (store) =>
        mortal(
          store,
          (batch) => node?.diesAfter(batch) === true,
          () => node?.kill(),
        ),
      channels: (store) => store,
    });
    const fittings = new ContainerModule(({ bind }) => {
      bind(Transport).toConstantValue(this.transport);
      bind(HttpClient).toConstantValue(loopbackClient({ outside: (call) => call() }));
      bind(Signals).toConstantValue(this.#hub.join());
      const named = { serviceIdentifier: PluginState, name: this.app.name };
      bind(StateOfApp).toResolvedValue((state: PluginState) => state, [named]);
    });
    const index = this.#nodes.length;
    const plugin = this.app.plugin(`node-${index}`);
    const platform = testPlatform(time, new SeededRandom(index + 1), []);
    const gateway = await createGateway(platform, stores.module, fittings, plugin);
    const state = await gateway.get(StateOfApp);
    const doors = await serveDoors(gateway.doors);
    let isOver = false;
    const kill = async (): Promise<void> => {
      if (isOver) return;
      isOver = true;
      time.kill();
      await Promise.all([stores.kill(), doors.close()]);
    };
    const stop = async (): Promise<void> => {
      await this.#close(gateway);
      await kill();
    };
    node = { gateway, state, doors, diesAfter: () => false, kill, stop };
    this.#nodes.push(node);
    this.app.webhookUrl = doors.url(this.app.name);
    await this.time.settle();
    return node;
  }

  node(index: number): PluginNode {
    const node = this.#nodes.at(index);
    if (node === undefined) throw new Error("there is no such node");
    return node;
  }

  /** A visitor's message at a node, which is the newest if not given. Returns the conversation's id. */
  async say(text: string, { gateway } = this.node(-1), visitor = "v1"): Promise<string> {
    const body = JSON.stringify({ sender: { id: visitor }, message: { type: "text", text } });
    const answer = await gateway.inbox.accept(
      await this.#enter(gateway),
      new TextEncoder().encode(body),
    );
    if (!answer.accepted) throw new Error(answer.refusal.message);
    const { items } = await gateway.conversations.list({ before: null, limit: 10 });
    return items.find(({ visitorId }) => visitorId === JSON.stringify(visitor))?.id ?? "";
  }

  /** Runs what is due, on a clock that stands still. */
  until(clause: string, isSo: () => boolean | Promise<boolean>): Promise<void> {
    return until(this.time, clause, isSo);
  }

  /** Texts of the visitor that the app shows. */
  shown(conversationId: string): readonly unknown[] {
    return this.app.messages(conversationId).map(({ message }) => message["text"]);
  }

  async close(): Promise<void> {
    for (const node of this.#nodes) await node.kill();
    await this.app.close();
  }

  async #close(gateway: Gateway): Promise<void> {
    const closed = gateway.close().then(() => true);
    while (!(await Promise.race([closed, Promise.resolve(false)]))) await this.time.advance(100);
  }

  async #enter({ inbox }: Gateway): Promise<AuthenticatedChannel> {
    const pass = await inbox.authenticate("shop", this.#secret);
    if (pass === null) throw new Error("the channel cannot be entered");
    return pass;
  }
}

/** A store whose node may die between a commit and its answer. */
function mortal(
  store: MessageStore,
  isFatal: (batch: CommitBatch) => boolean,
  kill: () => void,
): MessageStore {
  return {
    isRemote: store.isRemote === true,
    commit: async (...call) => {
      const result = await store.commit(...call);
      if (!isFatal(call[0])) return result;
      kill();
      return new Promise(() => {});
    },
    claim: (...call) => store.claim(...call),
    release: (...call) => store.release(...call),
    nextDueAt: (backend) => store.nextDueAt(backend),
  };
}
