import { attemptLimit, tickMs } from "@parley/core";
import { type CaseResult, figure, type Row } from "../figure.ts";
import { Child } from "../process/child.ts";
import { moduleBeside } from "../process/module-beside.ts";
import type { FailingOptions, FailingQuestion } from "../retry-clock/gateway-process.ts";
import { IdleTimer } from "../retry-clock/idle-timer.ts";
import type { LatenessResult } from "../retry-clock/lateness.ts";
import { say } from "../report/progress.ts";
import { interleave } from "../rounds.ts";
import { median, quantile } from "../statistics.ts";
import { inTemporaryDirectory } from "../process/temporary-directory.ts";
import { Sides } from "./sides.ts";

const arrivalsMs = 3_000;
/** What is waited for the last report beyond the instant at which it is due. */
const graceMs = 20_000;
const fraction = 0.999;
/** No load of ours makes an idle process of its own wait so long: then it was the machine. */
const standstillMs = 250;
const repeats = 2;
const behindFirst = "Retry clock: ms late";
const firstRush = "Retry clock, in the first rush after a start: ms late";

/** How many lanes fail. */
export interface RetryClockSettings {
  readonly rounds: number;
  readonly channels: number;
  readonly lanesPerChannel: number;
}

/** What a rush gave behind a first one of the same size, by which V8 knows what to optimise, and the timer meanwhile. */
interface Round extends LatenessResult {
  readonly first: LatenessResult;
  readonly idle: readonly number[];
}

/** How late attempts and reports are when all integrating systems answer 500. */
export async function measureRetryClock(settings: RetryClockSettings): Promise<CaseResult> {
  const sides = await Sides.open();
  try {
    const contender = { name: "failing", run: () => runOnce(sides.receiverPort, settings) };
    const results = await interleave([contender], settings.rounds, told);
    return resultOf(results.get("failing") ?? [], settings);
  } finally {
    await sides.close();
  }
}

/** A round in which the whole machine stood still says nothing, and is run again. */
async function runOnce(receiverPort: number, settings: RetryClockSettings): Promise<Round> {
  for (let repeat = 0; ; repeat += 1) {
    const idle = new IdleTimer();
    try {
      return await runLanes(receiverPort, settings);
    } catch (error) {
      const stoodStillMs = Math.max(...idle.stop());
      if (stoodStillMs < standstillMs || repeat === repeats) throw error;
      say(`  the machine stood still for ${Math.round(stoodStillMs)} ms: once more`);
    } finally {
      idle.stop();
    }
  }
}

async function runLanes(
  receiverPort: number,
  { channels, lanesPerChannel }: RetryClockSettings,
): Promise<Round> {
  return inTemporaryDirectory(async (directory) => {
    const entry = moduleBeside("../retry-clock/gateway-process", import.meta.url);
    const options = { directory, receiverPort, channels, lanesPerChannel, arrivalsMs };
    const child = await Child.start<true>(entry, options satisfies FailingOptions);
    try {
      const question: FailingQuestion = { patienceMs: attemptLimit * tickMs + graceMs };
      const first = await child.ask<LatenessResult>(question);
      const idle = new IdleTimer();
      try {
        return { first, ...(await child.ask<LatenessResult>(question)), idle: idle.stop() };
      } finally {
        idle.stop();
      }
    } finally {
      await child.stop();
    }
  });
}

function resultOf(rounds: readonly Round[], settings: RetryClockSettings): CaseResult {
  const { channels, lanesPerChannel } = settings;
  return {
    figures: [figure("retry-clock", rounds.map(lateOver))],
    rows: rowsOf(rounds),
    settings: {
      "retry-clock": `${channels} channels with ${lanesPerChannel} failing lanes each, every bound at its default; behind a first rush of the same size, which warms up and has a table of its own; late is counted from the acceptance; the worst of the four at p99.9, less the p99.9 of a timer every 10 ms in a process that is idle meanwhile`,
    },
  };
}

/** The worst of the four, over what any timer is late. */
function lateOver({ attempts, reports, idle }: Round): number {
  return Math.max(...[...attempts, reports].map(tail)) - tail(idle);
}

function rowsOf(rounds: readonly Round[]): readonly Row[] {
  return [
    rowOf(
      behindFirst,
      "an idle timer",
      rounds.map(({ idle }) => idle),
    ),
    ...latenessRows(behindFirst, rounds),
    ...latenessRows(
      firstRush,
      rounds.map(({ first }) => first),
    ),
  ];
}

function latenessRows(table: string, results: readonly LatenessResult[]): readonly Row[] {
  const ticks = Array.from({ length: attemptLimit }, (_, tick) => tick);
  return [
    ...ticks.map((tick) =>
      rowOf(
        table,
        `attempt at ${(tick * tickMs) / 1_000} s`,
        results.map(({ attempts }) => attempts[tick] ?? []),
      ),
    ),
    rowOf(
      table,
      `report at ${(attemptLimit * tickMs) / 1_000} s`,
      results.map(({ reports }) => reports),
    ),
  ];
}

/** `late`: one list for each round. */
function rowOf(table: string, name: string, late: readonly (readonly number[])[]): Row {
  const cell = (fraction: number) =>
    Math.round(median(late.map((one) => quantile(one, fraction))) * 10) / 10;
  return { table, name, cells: { p50: cell(0.5), p99: cell(0.99), "p99.9": cell(fraction) } };
}

function tail(late: readonly number[]): number {
  return quantile(late, fraction);
}

function told(round: Round): string {
  const { attempts, reports, idle, first } = round;
  const tails = [...attempts, reports, idle].map((late) => Math.round(tail(late)));
  const before = Math.round(Math.max(...[...first.attempts, first.reports].map(tail)));
  return `${Math.round(lateOver(round))} ms late; p99.9 of each, idle timer last: ${tails.join(", ")}; in the first rush ${before} at most`;
}
