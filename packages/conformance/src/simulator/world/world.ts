import { defaultKnobs, type Signals } from "@parley/core";
import { EventQueue } from "./event-queue.ts";
import { Client } from "./client.ts";
import { Draw } from "../plan/draw.ts";
import { Fates } from "./fates.ts";
import { Ledger } from "../judge/ledger.ts";
import { epoch, Life } from "./life.ts";
import type { ChannelPlan, Plan } from "../plan/plan.ts";
import type { RunContext } from "./run-context.ts";
import type { FreshSimulatedStores, SimulatedStores } from "./stores/simulated-stores.ts";
import { SimNode } from "./sim-node.ts";
import { SimSignals } from "./agents/sim-signals.ts";
import { digest } from "./sim-platform.ts";
import { Trace } from "../judge/trace.ts";
import type { Entry, Fact, LifeEvent } from "../judge/trace-entry.ts";
import { nextTurn } from "./next-turn.ts";
import { tellOwners } from "./agents/tell-owners.ts";

/** The world around the engine in one run: time, nodes, store, clients. */
export class World implements RunContext {
  readonly plan: Plan;
  readonly fates: Fates;
  readonly trace = new Trace();
  readonly ledger = new Ledger();
  readonly nodes: readonly SimNode[];
  readonly client: Client;
  /** Channel secrets by channel id. */
  readonly secrets = new Map<string, string>();
  /** Number of store calls so far. */
  operations = 0;
  readonly stores: SimulatedStores;
  readonly #agenda: EventQueue;
  readonly #lives: Life[] = [];
  readonly #signals: SimSignals | null;
  /** When the store calls so far have ended. */
  slowUntil = 0;
  /** Last change of the wall clocks, in true milliseconds. */
  jumpedAt = -1;
  #wallMs = 0;
  #calls = 0;
  #outside = 0;

  private constructor(plan: Plan, stores: SimulatedStores) {
    this.plan = plan;
    this.fates = new Fates(plan);
    this.#agenda = new EventQueue((name) => new Draw(`${plan.seed}/rank/${name}`).integer(1, 1e9));
    this.nodes = Array.from({ length: plan.nodes }, (_, index) => new SimNode(this, index));
    this.client = new Client(this, this.nodes);
    this.stores = stores;
    const { router, seed } = plan;
    this.#signals =
      router === undefined ? null : new SimSignals(new Draw(`${seed}/signals`), router.lostSignals);
  }

  static async of(plan: Plan, fresh: FreshSimulatedStores): Promise<World> {
    let world: World | null = null;
    const stores = await fresh((owner) => world?.isAlive(owner) ?? true);
    world = new World(plan, stores);
    await world.#addChannels();
    return world;
  }

  /** True milliseconds since the run began. */
  get now(): number {
    return this.#agenda.now;
  }

  see(fact: Fact, life: Life | null = null): void {
    if (fact.kind === "trouble") this.slowUntil = Math.max(this.slowUntil, fact.beganAt + fact.ms);
    const local = life === null ? epoch + this.#wallMs + this.now : life.now();
    const entry: Entry = { at: this.now, local, life: life?.name ?? "world", ...fact };
    this.trace.add(entry);
    this.ledger.read(entry);
  }

  seeLife(event: LifeEvent, life: Life | null, ms = 0): void {
    this.see({ kind: "life", event, ms }, life);
  }

  fold(text: string): void {
    this.trace.fold(`${this.now} ${text}`);
  }

  nextCall(): number {
    this.#calls += 1;
    return this.#calls;
  }

  later(delayMs: number, run: () => void): void {
    this.#agenda.after(delayMs, null, run);
  }

  elapse(ms: number): Promise<void> {
    return new Promise((resolve) => this.later(ms, resolve));
  }

  /** Awaits work that takes real time, while simulated time stands still. */
  async outside<Result>(work: () => Promise<Result>): Promise<Result> {
    this.operations += 1;
    this.#outside += 1;
    try {
      return await work();
    } finally {
      this.#outside -= 1;
    }
  }

  newLife(name: string, node: number): Life {
    const { skewMs, seed } = this.plan;
    const offset = new Draw(`${seed}/offset/${name}`).integer(-skewMs, skewMs);
    const life = new Life(name, node, this.#agenda, this.#wallMs + offset);
    this.#lives.push(life);
    return life;
  }

  /** Sets every wall clock, for later processes. */
  jump(byMs: number): void {
    this.#wallMs += byMs;
    this.jumpedAt = this.now;
  }

  get wallMs(): number {
    return this.#wallMs;
  }

  crash(life: Life): void {
    const node = this.nodes[life.node];
    if (node?.life !== life) return;
    node.crash();
    this.later(new Draw(`${this.plan.seed}/down/${life.name}`).integer(1, 8_000), () =>
      node.start(),
    );
  }

  ready(life: Life, nodesOn: number, conversationId: string | null, app: string | null): void {
    const node = this.nodes[(life.node + nodesOn) % this.nodes.length];
    if (node?.life?.alive === true) node.ready(conversationId, app);
  }

  signalsOf(life: Life): Signals | null {
    return this.#signals?.join(life) ?? null;
  }

  isAlive(owner: string): boolean {
    return !this.deadOwners().includes(owner);
  }

  /** Owners that are known to be dead. */
  deadOwners(): readonly string[] {
    if (!this.plan.deadKnown) return [];
    return this.#lives.flatMap(({ alive, owner }) => (alive || owner === null ? [] : [owner]));
  }

  /** The channel of an endpoint. */
  channelAt(url: string): ChannelPlan | undefined {
    return this.plan.channels.find(({ id }) => url.endsWith(`/${id}`));
  }

  /** Runs the next event and everything that follows from it. `false` when there is none. */
  async turn(): Promise<boolean> {
    const event = this.#agenda.next();
    if (event === null) return false;
    event.run();
    do await nextTurn();
    while (this.#outside > 0);
    return true;
  }

  /** Records the content of the store, without faults. */
  async tellHoldings(): Promise<void> {
    const { conversations } = await this.stores.open();
    for (const { id, erasedAt } of this.ledger.accounts.all.values()) {
      if (erasedAt !== null) continue;
      const page = await conversations.messages(id, { before: null, limit: 200 });
      const messages = page.items.map(({ sequence, state }) => ({ sequence, state }));
      this.see({ kind: "held", conversationId: id, messages });
    }
    if (this.plan.router !== undefined) await tellOwners(this);
  }

  async #addChannels(): Promise<void> {
    const { channels } = await this.stores.open();
    for (const { id, knobs } of this.plan.channels) {
      const secret = new Draw(`${this.plan.seed}/secret/${id}`).token(32);
      this.secrets.set(id, secret);
      await channels.save({
        id,
        key: `key-${id}`,
        secrets: [{ digest: digest.of(secret), expiresAt: null }],
        chatApiUrl: `https://${id}.example/chat`,
        knobs: { ...defaultKnobs, ...knobs },
        signingKeys: [],
        createdAt: epoch,
        revision: 1,
      });
    }
  }
}
