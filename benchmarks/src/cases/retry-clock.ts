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

/** How many lanes fail. */
export interface RetryClockSettings {
  readonly rounds: number;
  readonly channels: number;
  readonly lanesPerChannel: number;
}

/** What one round gave. */
interface Round extends LatenessResult {
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
      return { ...(await runLanes(receiverPort, settings)), idle: idle.stop() };
    } catch (error) {
      const stoodStillMs = Math.max(...idle.stop());
      if (stoodStillMs < standstillMs || repeat === repeats) throw error;
      say(`  the machine stood still for ${Math.round(stoodStillMs)} ms: once more`);
    }
  }
}

async function runLanes(
  receiverPort: number,
  { channels, lanesPerChannel }: RetryClockSettings,
): Promise<LatenessResult> {
  return inTemporaryDirectory(async (directory) => {
    const entry = moduleBeside("../retry-clock/gateway-process", import.meta.url);
    const options = { directory, receiverPort, channels, lanesPerChannel, arrivalsMs };
    const child = await Child.start<true>(entry, options satisfies FailingOptions);
    try {
      const patienceMs = attemptLimit * tickMs + graceMs;
      return await child.ask<LatenessResult>({ patienceMs } satisfies FailingQuestion);
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
      "retry-clock": `${channels} channels with ${lanesPerChannel} failing lanes each, every bound at its default; late is counted from the acceptance; the worst of the four at p99.9, less the p99.9 of a timer every 10 ms in a process that is idle meanwhile`,
    },
  };
}

/** The worst of the four, over what any timer is late. */
function lateOver({ attempts, reports, idle }: Round): number {
  return Math.max(...[...attempts, reports].map(tail)) - tail(idle);
}

function rowsOf(rounds: readonly Round[]): readonly Row[] {
  const rows: [string, (round: Round) => readonly number[]][] = [
    ["an idle timer", ({ idle }) => idle],
    ...Array.from(
      { length: attemptLimit },
      (_, tick): [string, (round: Round) => readonly number[]] => [
        `attempt at ${(tick * tickMs) / 1_000} s`,
        ({ attempts }) => attempts[tick] ?? [],
      ],
    ),
    [`report at ${(attemptLimit * tickMs) / 1_000} s`, ({ reports }) => reports],
  ];
  const cell = (of: (round: Round) => readonly number[], fraction: number) =>
    Math.round(median(rounds.map((round) => quantile(of(round), fraction))) * 10) / 10;
  return rows.map(([name, of]) => ({
    table: "Retry clock: ms late",
    name,
    cells: { p50: cell(of, 0.5), p99: cell(of, 0.99), "p99.9": cell(of, fraction) },
  }));
}

function tail(late: readonly number[]): number {
  return quantile(late, fraction);
}

function told(round: Round): string {
  const { attempts, reports, idle } = round;
  const tails = [...attempts, reports, idle].map((late) => Math.round(tail(late)));
  return `${Math.round(lateOver(round))} ms late; p99.9 of each, idle timer last: ${tails.join(", ")}`;
}
