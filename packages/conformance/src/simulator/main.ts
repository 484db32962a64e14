#!/usr/bin/env node
import { keepPlan, longer, readPlan, replayPlan, replaySeed, replaySweep } from "./archive.ts";
import { drawPlan } from "./plan/draw-plan.ts";
import { marks } from "./marks/marks.ts";
import { type Options, readOptions, usage } from "./options.ts";
import type { Plan } from "./plan/plan.ts";
import { runPlan } from "./run-plan.ts";
import { runOptions } from "./stores-file.ts";
import { shrink } from "./shrink.ts";
import { failureText, summaryOf, tableOf } from "./marks/summary.ts";
import { runSeeds, runSweep } from "./swarm.ts";
import { count, missedMarks, noTotals, type Totals } from "./marks/totals.ts";

/** From this many seeds on, every mark must be hit. */
const marksFrom = 10_000;
const shrunkAtMost = 3;
const names = marks.map(({ name }) => name);

async function main(options: Options): Promise<boolean> {
  if (options.help) return say(usage, true);
  if (options.seed !== null)
    return replay(drawPlan(options.seed), replaySeed(options.seed, options.stores), options);
  if (options.plan !== null)
    return replay(readPlan(options.plan), replayPlan(options.plan, options.stores), options);
  const isSwept = !options.sweep || (await sweep(options));
  if (options.sweep && options.seeds === 0 && options.minutes === null) return isSwept;
  const totals = await runSeeds(options);
  await tellFailures(totals, options);
  say(tableOf(totals, names), true);
  const missed = totals.seeds >= marksFrom ? missedMarks(totals, names) : [];
  for (const name of missed) say(`never seen: ${name}`, false);
  tellLonger(options);
  return say(summaryOf(totals), totals.violations === 0 && missed.length === 0 && isSwept);
}

async function sweep(options: Options): Promise<boolean> {
  const totals = await runSweep(options);
  const { seeds, violations } = totals;
  await tellFailures(totals, options);
  return say(`sweep: ${seeds} runs, ${violations} violations`, violations === 0);
}

/** Replays one run with its full trace. A failing run is shrunk and kept. */
async function replay(plan: Plan, line: string, options: Options): Promise<boolean> {
  const report = await runPlan(plan, await runOptions(options.stores));
  const totals = noTotals();
  count(totals, plan, report);
  say(`trace ${report.hash}, marks: ${report.marks.join(", ")}`, true);
  if (report.violations.length > 0) {
    say(failureText(report.violations, line), false);
    await keepShrunk(plan, options);
  }
  return say(summaryOf(totals), totals.violations === 0);
}

async function tellFailures({ failures }: Totals, options: Options): Promise<void> {
  const shrunk = new Set<string>();
  for (const { plan, violations } of failures.toSorted((a, b) => a.plan.seed - b.plan.seed)) {
    const check = violations[0]?.check ?? "";
    const isKept = !shrunk.has(check) && shrunk.size < shrunkAtMost;
    const { stores } = options;
    const line = plan.drawn ? replaySeed(plan.seed, stores) : replaySweep(stores);
    if (plan.drawn || isKept) say(failureText(violations.slice(0, 2), line), false);
    if (!isKept) continue;
    shrunk.add(check);
    await keepShrunk(plan, options);
  }
}

async function keepShrunk(plan: Plan, options: Options): Promise<void> {
  const run = await runOptions(options.stores);
  const { plan: small, report, runs } = await shrink(plan, await runPlan(plan, run), run);
  const [violation] = report.violations;
  if (violation === undefined) return;
  const path = keepPlan(small, violation.check, options.keep ?? undefined);
  const left = `${small.inputs.length} inputs, ${Object.keys(small.fates).length} faults`;
  say(
    `shrunk in ${runs} runs to ${left}: ${violation.what}\n  ${replayPlan(path, options.stores)}`,
    false,
  );
}

function tellLonger({ minutes, stores }: Options): void {
  if (minutes === null) process.stderr.write(`${longer(stores)}\n`);
}

function say(text: string, isWell: boolean): boolean {
  process.stdout.write(`${text}\n`);
  return isWell;
}

function givenOptions(): Options | null {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}`);
    return null;
  }
}

/** An error in the stores' file is shown with its stack and without the usage page. */
function broken(error: unknown): false {
  const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${told}\n`);
  return false;
}

const options = givenOptions();
if (options === null) process.exitCode = 2;
else process.exitCode = (await main(options).catch(broken)) ? 0 : 1;
