import {
  type AcceptAnswer,
  AgentBackend,
  Bounds,
  type AuthenticatedChannel,
  createGateway,
  defaultBounds,
  DeliveredListener,
  ErasureListener,
  type Gateway,
  type GatewayEvent,
  Observer,
  Transport,
  TypingListener,
  type TypingType,
} from "@parley/core";
import { ContainerModule } from "inversify";
import { breakableStore, type CommitFault } from "./breakable-store.ts";
import { CommitTime } from "../time/commit-time.ts";
import { LaneLock } from "../stores/lane-lock.ts";
import { ManualTime } from "../time/manual-time.ts";
import { NodeTime } from "../time/node-time.ts";
import { ScriptedBackend } from "../scripted/scripted-backend.ts";
import { ScriptedErasureListener } from "../scripted/scripted-erasure-listener.ts";
import type { ScriptedPlugin } from "../scripted/scripted-plugin.ts";
import { ScriptedTransport } from "../scripted/scripted-transport.ts";
import { openNodeStores } from "../stores/open-node-stores.ts";
import { unreadableWhile } from "../stores/unreadable-channels.ts";
import { wantDone } from "../want-done.ts";
import { type LogLine, SeededRandom, testPlatform } from "../time/test-platform.ts";

/** Makes a new store module over the same data, as after a restart. */
export type StoreFactory = () => ContainerModule;

/** Makes an empty data set. Every call of the returned factory opens that data. */
export type FreshStores = () => StoreFactory;

/** Adapters that are loaded beside the scripted ones, anew for each start. */
type Plugins = readonly Pick<ScriptedPlugin, "adapter">[];

/** Pause between claims on a remote store. A tick may be late by as much. */
const claimsApartMs = 10;

/** A gateway with a manual clock, a scripted endpoint and a scripted agent app. It can be stopped, killed and started. */
export class GatewayRig {
  readonly time = new ManualTime();
  readonly commits = new CommitTime(this.time);
  readonly transport = new ScriptedTransport(this.time);
  readonly backend = new ScriptedBackend(this.time);
  readonly typings: { readonly conversationId: string; readonly type: TypingType }[] = [];
  typingAnswer: () => Promise<void> = () => Promise.resolve();
  readonly erasures = new ScriptedErasureListener();
  readonly events: GatewayEvent[] = [];
  readonly log: LogLine[] = [];
  readonly random = new SeededRandom();
  /** While set, every commit fails in this way. */
  commitFault: CommitFault | null = null;
  /** While set, every commit with a settlement of this conversation fails. */
  poisonedConversation: string | null = null;
  /** While a lane is locked, every commit leaves its items out. */
  readonly locked = new LaneLock();
  /** Answers of commits wait for it. */
  commitsHeld: Promise<void> = Promise.resolve();
  /** How late a tick may be on this store, in milliseconds. */
  lateMs = 0;
  /** While `true`, channels cannot be read. */
  channelFault = false;
  readonly #openStores: StoreFactory;
  readonly #plugins: Plugins;
  #bounds: Partial<Bounds>;
  #hearsDelivered = false;
  #router: (() => ContainerModule) | null = null;
  #gateway: Gateway | null = null;
  #node: { readonly kill: () => Promise<void> } | null = null;
  #pass: AuthenticatedChannel | null = null;

  /** A gateway that was not started yet. */
  constructor(openStores: StoreFactory, bounds: Partial<Bounds> = {}, plugins: Plugins = []) {
    this.#openStores = openStores;
    this.#bounds = bounds;
    this.#plugins = plugins;
  }

  /** A running gateway, as after `startFirst`. */
  static start(
    openStores: StoreFactory,
    settings: object = {},
    bounds: Partial<Bounds> = {},
    plugins: Plugins = [],
  ): Promise<GatewayRig> {
    return new GatewayRig(openStores, bounds, plugins).startFirst(settings);
  }

  /** Starts it and adds the channel `shop`; `settings` are its `chatApiUrl` and knobs. */
  async startFirst(settings: object = {}): Promise<this> {
    await this.startAgain();
    await this.addChannel("shop", settings);
    return this;
  }

  get gateway(): Gateway {
    if (this.#gateway === null) throw new Error("the gateway is not running");
    return this.#gateway;
  }

  /** Secret of the channel that was added first. */
  get pass(): AuthenticatedChannel {
    if (this.#pass === null) throw new Error("there is no channel");
    return this.#pass;
  }

  async addChannel(id: string, settings: object = {}): Promise<AuthenticatedChannel> {
    const input = { id, chatApiUrl: "https://shop.example/chat", ...settings };
    const answer = await this.gateway.channelAdmin.add(input);
    if (!answer.done) throw new Error(answer.refusal.message);
    const pass = await this.gateway.inbox.authenticate(id, answer.value.randomString);
    if (pass === null) throw new Error("the new channel cannot be entered");
    this.#pass ??= pass;
    return pass;
  }

  /** A visitor's message. A string is sent unchanged. */
  async visitor(body: unknown, pass = this.pass): Promise<AcceptAnswer> {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const answer = await this.gateway.inbox.accept(pass, new TextEncoder().encode(text));
    await this.time.settle();
    return answer;
  }

  /** A visitor sends a message that must be accepted. */
  async visitorSends(body: unknown, pass = this.pass): Promise<void> {
    wantDone("a visitor's message", await this.visitor(body, pass));
  }

  /** Visitor `id` sends `text`. Returns the conversation's id. */
  async say(text: string, id: string | number = "v1", pass = this.pass): Promise<string> {
    await this.visitorSends({ sender: { id }, message: { type: "text", text } }, pass);
    const { items } = await this.gateway.conversations.list({ before: null, limit: 200 });
    const found = items.find(
      ({ visitorKey, channelKey }) => visitorKey === String(id) && channelKey === pass.channel.key,
    );
    if (!found) throw new Error("the conversation is not listed");
    return found.id;
  }

  /** The agent sends `text`. Returns the message's sequence. */
  async reply(conversationId: string, text: string): Promise<number> {
    const message = { type: "text", text };
    const answer = await this.gateway.outbox.send({
      conversationId,
      idempotencyKey: null,
      sender: { name: "Ann" },
      message,
    });
    if (!answer.accepted) throw new Error(answer.refusal.message);
    await this.time.settle();
    return answer.sequence;
  }

  /** Simulates a crash: releases and flushes nothing. */
  async kill(): Promise<void> {
    await this.#node?.kill();
    this.#gateway = null;
  }

  /** Stops the gateway in order. Time advances while attempts in flight settle. */
  async stop(): Promise<void> {
    const gateway = this.gateway;
    const closing = gateway.close();
    const closed = closing.then(() => true);
    for (let ms = 0; ms < 10_000; ms += 100) {
      await this.time.settle();
      if (await Promise.race([closed, Promise.resolve(false)])) break;
      await this.time.advance(100);
    }
    await closing;
    await this.#node?.kill();
    this.#gateway = null;
  }

  /** Bounds for the next start. */
  withBounds(bounds: Partial<Bounds>): this {
    this.#bounds = bounds;
    return this;
  }

  /** From the next start on, this module replaces the agent app: that of a router, or of one agent app. `null`: none does. */
  withRouter(router: (() => ContainerModule) | null): this {
    this.#router = router;
    return this;
  }

  /** From the next start on, the agent app hears of delivered messages. */
  withDeliveredListener(hears = true): this {
    this.#hearsDelivered = hears;
    return this;
  }

  /** Stores commits but holds their answers until the returned function is called. */
  holdCommits(): () => void {
    let letGo: () => void = () => {};
    this.commitsHeld = new Promise((resolve) => (letGo = resolve));
    return letGo;
  }

  async startAgain(): Promise<void> {
    const stores = await openNodeStores(this.#openStores(), this.time, {
      messages: (store) => breakableStore(store, this),
      channels: (store) => unreadableWhile(store, () => this.channelFault),
      searches: this.#router !== null,
    });
    this.commits.isRemote = stores.isRemote;
    this.lateMs = stores.isRemote ? claimsApartMs : 0;
    const time = new NodeTime(this.time);
    this.#node = {
      kill: async () => {
        time.kill();
        await stores.kill();
      },
    };
    const fittings = new ContainerModule(({ bind }) => {
      bind(Transport).toConstantValue(this.transport);
      bind(Observer).toConstantValue({ notice: (event) => void this.events.push(event) });
      bind(Bounds).toConstantValue({ ...defaultBounds, ...this.#bounds });
      if (this.#router !== null) return;
      bind(AgentBackend).toConstantValue(this.backend);
      bind(TypingListener).toConstantValue({
        typing: (conversationId, type) => {
          this.typings.push({ conversationId, type });
          return this.typingAnswer();
        },
      });
      if (this.#hearsDelivered) bind(DeliveredListener).toConstantValue(this.backend);
      bind(ErasureListener).toConstantValue(this.erasures);
    });
    const platform = testPlatform(time, this.random, this.log);
    this.#gateway = await createGateway(
      platform,
      stores.module,
      fittings,
      ...(this.#router === null ? [] : [this.#router()]),
      ...this.#plugins.map((plugin) => plugin.adapter()),
    );
    await this.time.settle();
  }
}
