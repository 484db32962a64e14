import { createGateway, type Gateway, Readiness } from "@parley/core";
import type { Life } from "./life.ts";
import { faultyStores } from "./stores/node-store.ts";
import type { NodeStores } from "./stores/node-stores.ts";
import { simRouter } from "./agents/sim-router.ts";
import { simPlatform } from "./sim-platform.ts";
import { StoreCalls } from "./stores/store-calls.ts";
import type { RunContext } from "./run-context.ts";

const startAgainMs = 1_000;

/** One node with all its processes: started, crashed, stopped in order, started again. */
export class SimNode {
  readonly index: number;
  life: Life | null = null;
  /** `null` while it cannot accept input. */
  gateway: Gateway | null = null;
  stopping = false;
  readonly #world: RunContext;
  #lives = 0;

  constructor(world: RunContext, index: number) {
    this.#world = world;
    this.index = index;
  }

  get up(): boolean {
    return this.gateway !== null && !this.stopping;
  }

  start(): void {
    if (this.life !== null) return;
    const life = this.#world.newLife(`n${this.index}.${(this.#lives += 1)}`, this.index);
    this.life = life;
    this.stopping = false;
    this.#world.seeLife("starting", life);
    life.later(0, () => void this.#open(life));
  }

  /** Simulates a crash. */
  crash(): void {
    if (this.life === null) return;
    this.#world.seeLife("crashed", this.life);
    this.#end();
  }

  /** Stops the process in order; `then` runs at its end. */
  stop(then: () => void): void {
    const { life, gateway } = this;
    if (life === null) return then();
    if (this.stopping || gateway === null) return this.#stopStarting(then);
    this.stopping = true;
    this.#world.seeLife("stopping", life);
    life.later(0, () => {
      void gateway.close().then(() => {
        if (!life.alive) return;
        this.#world.seeLife("stopped", life);
        this.#end();
        then();
      });
    });
  }

  /** A process that accepts no input yet has nothing to settle. */
  #stopStarting(then: () => void): void {
    if (this.stopping) return;
    this.crash();
    then();
  }

  /** The agent app of this name, or the only one, calls `ready()` on this node. */
  ready(conversationId: string | null, app: string | null): void {
    const { life, gateway } = this;
    if (life === null || gateway === null || this.stopping) return;
    life.later(0, () => {
      void gateway.get(Readiness, app ?? undefined).then((readiness) => {
        if (!life.alive) return;
        const whose = app === null ? {} : { backend: app };
        this.#world.see({ kind: "ready", conversationId, ...whose }, life);
        readiness.ready(conversationId ?? undefined);
      });
    });
  }

  #end(): void {
    this.life?.kill();
    this.life = null;
    this.gateway = null;
    this.stopping = false;
  }

  async #open(life: Life): Promise<void> {
    try {
      const stores: NodeStores = await this.#world.outside(() => this.#world.stores.open());
      const faulty = faultyStores(stores, new StoreCalls(this.#world, life));
      const { router } = this.#world.plan;
      const gateway = await createGateway(
        simPlatform(this.#world, life, faulty),
        ...(router === undefined ? [] : [simRouter(this.#world, life, router)]),
      );
      if (!life.alive) return;
      this.gateway = gateway;
      this.#world.seeLife("started", life);
    } catch {
      if (!life.alive) return;
      this.#world.seeLife("start-failed", life);
      this.#end();
      this.#world.later(startAgainMs, () => this.start());
    }
  }
}
