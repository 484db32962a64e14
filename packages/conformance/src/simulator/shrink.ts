import { defaultBounds } from "@parley/core";
import type { Plan } from "./plan/plan.ts";
import { runPlan, type RunOptions, type RunReport } from "./run-plan.ts";

/** A smaller plan that breaks the same promise, and the number of runs to find it. */
export interface Shrunk {
  readonly plan: Plan;
  readonly report: RunReport;
  readonly runs: number;
}

const runLimit = 600;

/**
 * Removes from a failing plan everything that the failure does not need: inputs, happenings, faults, nodes. First it
 * writes the fates into the plan as data, so that each can be removed alone.
 * @param withinMs ends the search early, so that nobody waits for a slow plan
 */
export async function shrink(
  plan: Plan,
  report: RunReport,
  options: RunOptions = {},
  withinMs = 20_000,
): Promise<Shrunk> {
  const check = report.violations[0]?.check;
  let best: Shrunk = { plan, report, runs: 0 };
  const until = Date.now() + withinMs;
  let runs = 0;
  const tries = async (candidate: Plan): Promise<boolean> => {
    if (runs >= runLimit || Date.now() > until) return false;
    runs += 1;
    const tried = await runPlan(candidate, options);
    if (!tried.violations.some((violation) => violation.check === check)) return false;
    best = { plan: candidate, report: tried, runs };
    return true;
  };
  await tries({ ...plan, drawn: false, fates: { ...report.faults } });
  let before = "";
  do {
    before = JSON.stringify(best.plan);
    await shrinkLists(() => best.plan, tries);
    await shrinkSettings(() => best.plan, tries);
  } while (before !== JSON.stringify(best.plan));
  return { ...best, runs };
}

type Tries = (candidate: Plan) => Promise<boolean>;

async function shrinkLists(current: () => Plan, tries: Tries): Promise<void> {
  await shrinkList(
    () => current().inputs,
    (inputs) => tries({ ...current(), inputs }),
  );
  await shrinkList(
    () => current().happenings,
    (happenings) => tries({ ...current(), happenings }),
  );
  await shrinkList(
    () => Object.entries(current().fates),
    (fates) => tries({ ...current(), fates: Object.fromEntries(fates) }),
  );
}

/** Removes halves, then quarters, down to single items. */
async function shrinkList<Item>(
  current: () => readonly Item[],
  tries: (items: readonly Item[]) => Promise<boolean>,
): Promise<void> {
  for (
    let size = Math.ceil(current().length / 2);
    size >= 1;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  )
    for (let from = 0; from < current().length;) {
      const rest = current().filter((_, index) => index < from || index >= from + size);
      if (!(await tries(rest))) from += size;
    }
}

async function shrinkSettings(current: () => Plan, tries: Tries): Promise<void> {
  const { nodes } = current();
  if (nodes > 1) await tries({ ...current(), nodes: nodes - 1 });
  if (current().skewMs > 0) await tries({ ...current(), skewMs: 0 });
  if (current().bounds !== defaultBounds) await tries({ ...current(), bounds: defaultBounds });
  const { notices, ...rest } = current();
  if (notices !== undefined) await tries(rest);
  if (current().poisoned.length > 0) await tries({ ...current(), poisoned: [] });
  const channels = current().channels.filter(({ id }) =>
    current().inputs.some((input) => "channel" in input && input.channel === id),
  );
  if (channels.length < current().channels.length) await tries({ ...current(), channels });
}
