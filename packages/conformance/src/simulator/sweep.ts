import type { BackendEnd, Fate, PostEnd, StoreEnd } from "./world/fate.ts";
import { backendEnds, postEnds } from "./plan/rates.ts";
import { runPlan, type RunOptions, type RunReport } from "./run-plan.ts";
import type { Step } from "./world/fates.ts";
import type { Plan } from "./plan/plan.ts";
import { sweepScenarios } from "./plan/sweep-scenarios.ts";
import { count, noTotals, type Totals } from "./marks/totals.ts";

/** All runs with this first fault and every possible second one; with a router, faults of the steps of a transition. */
export interface SweepTask {
  readonly kind: "branch";
  readonly scenario: number;
  /** Position in `firstFaults`; `-1` runs without any fault. */
  readonly first: number;
}

interface Fault {
  readonly key: string;
  readonly fate: Fate;
}

const storeEnds: readonly StoreEnd[] = ["refused", "unknown", "crash-before", "crash-after"];
const slowMs = 13_000;

/** Every task of the sweep. */
export async function sweepTasks(): Promise<SweepTask[]> {
  const tasks: SweepTask[] = [];
  for (const scenario of sweepScenarios.keys()) {
    const faults = await firstFaults(scenario);
    for (let first = -1; first < faults.length; first += 1)
      tasks.push({ kind: "branch", scenario, first });
  }
  return tasks;
}

export async function sweepBranch(
  { scenario, first }: SweepTask,
  options: RunOptions = {},
): Promise<Totals> {
  const totals = noTotals();
  const plan = sweepScenarios[scenario];
  if (plan === undefined) return totals;
  const run = async (faults: readonly Fault[]): Promise<RunReport> => {
    const told = Object.fromEntries(faults.map(({ key, fate }) => [key, fate]));
    const faulty = { ...plan, fates: { ...plan.fates, ...told } };
    const report = await runPlan(faulty, options);
    count(totals, faulty, report);
    return report;
  };
  if (first < 0) {
    await run([]);
    return totals;
  }
  const fault = (await firstFaults(scenario))[first];
  if (fault === undefined) return totals;
  const { steps } = await run([fault]);
  const from = steps.findIndex(({ key }) => key === fault.key) + 1;
  const later = chosenSteps(plan, steps.slice(from));
  for (const second of faultsAt(later)) await run([fault, second]);
  return totals;
}

function chosenSteps({ router }: Plan, steps: readonly Step[]): readonly Step[] {
  return router === undefined ? steps : steps.filter(isOfTransition);
}

/** Commits, leases and calls of agent apps. With a router there are many other steps beside them. */
const transitionSteps =
  /^store\/[^/]+\/(?:commit|claim|release|find-conversation)\/|^backend\/\w+\.(?:receive|owner|report)\//;

function isOfTransition({ key, isIdle }: Step): boolean {
  return !isIdle && transitionSteps.test(key);
}

const known = new Map<number, readonly Fault[]>();

/** Every possible first fault, in the order of the steps of a run without faults. */
async function firstFaults(scenario: number): Promise<readonly Fault[]> {
  const earlier = known.get(scenario);
  if (earlier !== undefined) return earlier;
  const plan = sweepScenarios[scenario];
  const faults = plan === undefined ? [] : faultsAt(chosenSteps(plan, (await runPlan(plan)).steps));
  known.set(scenario, faults);
  return faults;
}

/**
 * Every possible fault of each step. Of the empty polls between two changes of the store only the first one counts,
 * because all of them read the same state.
 */
function faultsAt(steps: readonly Step[]): Fault[] {
  const polls = new Set<string>();
  return steps.flatMap(({ key, kind, isIdle, changes }): Fault[] => {
    const poll = `${key.split("/").slice(0, 3).join("/")} ${changes}`;
    if (isIdle && polls.has(poll)) return [];
    if (isIdle) polls.add(poll);
    return fatesOf(kind, key).map((fate) => ({ key, fate }));
  });
}

function fatesOf(kind: Step["kind"], key: string): Fate[] {
  if (kind === "post")
    return postEnds.slice(1).map((end: PostEnd) => ({ end, dialMs: 0, takesMs: 0 }));
  if (kind === "backend")
    return backendEnds.slice(1).map((end: BackendEnd) => ({ end, takesMs: 0 }));
  const quick = { beforeMs: 0, afterMs: 0, blocks: false, ghost: false };
  const isCommit = key.split("/")[2] === "commit";
  return [
    ...(isCommit ? [0, 1].map((leftOut) => ({ ...quick, end: "done" as const, leftOut })) : []),
    ...storeEnds.map((end) => ({ ...quick, end })),
    { ...quick, end: "done" as const, beforeMs: slowMs },
    { ...quick, end: "done" as const, afterMs: slowMs },
    { ...quick, end: "done" as const, afterMs: slowMs, blocks: true },
  ];
}
