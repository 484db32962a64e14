import { checks } from "./judge/checks.ts";
import type { Fate } from "./world/fate.ts";
import type { Step } from "./world/fates.ts";
import { runWorld } from "./world/run-world.ts";
import { marksOf } from "./marks/marks.ts";
import type { Plan } from "./plan/plan.ts";
import {
  type FreshSimulatedStores,
  memorySimulatedStores,
} from "./world/stores/simulated-stores.ts";
import { hearRejections } from "./judge/rejections.ts";
import { setTraps } from "./world/traps.ts";
import { World } from "./world/world.ts";

export interface Violation {
  /** The check's name. */
  readonly check: string;
  /** The broken promise, as a sentence. */
  readonly promise: string;
  readonly what: string;
}

/** Result of one run. */
export interface RunReport {
  readonly seed: number;
  readonly violations: readonly Violation[];
  readonly marks: readonly string[];
  /** Equal for equal runs. */
  readonly hash: string;
  readonly deliveries: number;
  readonly crashes: number;
  /** Answers with which the agent app asked for a pause. */
  readonly pauses: number;
  /** Notices of delivered messages. */
  readonly notices: number;
  readonly simulatedMs: number;
  readonly operations: number;
  /** Every step that could fail, in order. */
  readonly steps: readonly Step[];
  /** Every drawn fault, to replay the run without the seed. */
  readonly faults: Readonly<Record<string, Fate>>;
}

export interface RunOptions {
  /** Default: the reference stores. */
  readonly stores?: FreshSimulatedStores;
  /** How many nodes may share the stores. A store with a single owner treats every other owner as dead. */
  readonly mostNodes?: number;
}

/** Runs one plan and judges it: faults until all inputs are sent, then a time without faults. */
export async function runPlan(plan: Plan, options: RunOptions = {}): Promise<RunReport> {
  const world = await World.of(fitted(plan, options), options.stores ?? memorySimulatedStores);
  const forget = hearRejections((what) => world.see({ kind: "escaped", what }));
  const lift = setTraps((name, stack) => world.see({ kind: "trapped", name, stack }));
  try {
    await runWorld(world);
  } catch (error) {
    world.see({ kind: "escaped", what: `the run broke: ${String(error)}` });
  } finally {
    lift();
    forget();
    await world.stores.close();
  }
  return reportOf(world);
}

function fitted(plan: Plan, { mostNodes = plan.nodes }: RunOptions): Plan {
  const nodes = Math.min(plan.nodes, mostNodes);
  return { ...plan, nodes, deadKnown: plan.deadKnown || mostNodes === 1 };
}

function reportOf(world: World): RunReport {
  const { trace, ledger, plan } = world;
  const { entries } = trace;
  const run = { plan, entries, ledger, secrets: [...world.secrets.values()] };
  const violations = checks.flatMap(({ name, promise, find }) =>
    find(run).map((what) => ({ check: name, promise, what })),
  );
  return {
    seed: plan.seed,
    violations,
    marks: marksOf(run),
    hash: trace.hash(),
    deliveries: ledger.deliveries.filter(({ kind }) => kind !== "notices").length,
    crashes: entries.filter((entry) => entry.kind === "life" && entry.event === "crashed").length,
    pauses: entries.filter((entry) => entry.kind === "backend-end" && entry.outcome === "later")
      .length,
    notices: ledger.deliveries.filter(({ kind }) => kind === "notices").length,
    simulatedMs: world.now,
    operations: world.operations,
    steps: world.fates.steps,
    faults: world.fates.faults,
  };
}
