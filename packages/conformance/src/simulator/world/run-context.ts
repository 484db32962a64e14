import type { Signals } from "@parley/core";
import type { Fact, LifeEvent } from "../judge/trace-entry.ts";
import type { Ledger } from "../judge/ledger.ts";
import type { ChannelPlan, Plan } from "../plan/plan.ts";
import type { Fates } from "./fates.ts";
import type { Life } from "./life.ts";
import type { SimulatedStores } from "./stores/simulated-stores.ts";

/** The part of the world that the nodes, stores and clients of one run use. */
export interface RunContext {
  readonly plan: Plan;
  readonly fates: Fates;
  readonly ledger: Ledger;
  readonly stores: SimulatedStores;
  /** Channel secrets by channel id. */
  readonly secrets: Map<string, string>;
  /** True milliseconds since the run began. */
  readonly now: number;
  /** Last change of the wall clocks, in true milliseconds. */
  readonly jumpedAt: number;
  see(fact: Fact, life?: Life | null): void;
  seeLife(event: LifeEvent, life: Life | null, ms?: number): void;
  fold(text: string): void;
  nextCall(): number;
  later(delayMs: number, run: () => void): void;
  elapse(ms: number): Promise<void>;
  /** Awaits work that takes real time, while simulated time stands still. */
  outside<Result>(work: () => Promise<Result>): Promise<Result>;
  newLife(name: string, node: number): Life;
  crash(life: Life): void;
  /**
   * The agent app says that it is ready, to the node that is this many further; `null`: for all conversations.
   * `app`: its name in the router; `null`: there is no router.
   */
  ready(life: Life, nodesOn: number, conversationId: string | null, app: string | null): void;
  /** The signals of a process; `null`: each process has its own. */
  signalsOf(life: Life): Signals | null;
  /** Owners that are known to be dead. */
  deadOwners(): readonly string[];
  /** The channel of an endpoint. */
  channelAt(url: string): ChannelPlan | undefined;
}
