import { attemptLimit, tickMs } from "@parley/core";
import { type CaseResult, figure, type Row } from "../figure.ts";
import { Sides } from "../flows/sides.ts";
import { Child } from "../process/child.ts";
import { moduleBeside } from "../process/module-beside.ts";
import type { FailingOptions, FailingQuestion } from "../retry-clock/gateway-process.ts";
import { IdleTimer } from "../retry-clock/idle-timer.ts";
import type { LatenessResult } from "../retry-clock/lateness.ts";
import { interleave } from "../rounds.ts";
import { median, quantile } from "../statistics.ts";
import { inTemporaryDirectory } from "../process/temporary-directory.ts";

const arrivalsMs = 3_000;
/** How long to wait for the last report after its instant. */
const graceMs = 20_000;
const fraction = 0.999;
const warm = { key: "retry-clock", table: "Retry clock, warmed up: ms late" } as const;
const cold = {
  key: "retry-clock/first",
  table: "Retry clock, in the first rush after a start: ms late",
} as const;

/** Number of failing lanes. */
export interface RetryClockSettings {
  readonly rounds: number;
  readonly channels: number;
  readonly lanesPerChannel: number;
}

/** Lateness in a rush, and of an idle timer meanwhile. */
interface Rush extends LatenessResult {
  readonly idle: readonly number[];
}

/** Two rushes of equal size in one process. In the second, V8 has optimised the code. */
interface Round {
  readonly first: Rush;
  readonly second: Rush;
}

/** Lateness of attempts and reports when all integrating systems answer 500. */
export async function measureRetryClock(settings: RetryClockSettings): Promise<CaseResult> {
  const sides = await Sides.open();
  try {
    const contender = { name: "failing", run: () => runLanes(sides.receiverPort, settings) };
    const results = await interleave([contender], settings.rounds, told);
    return resultOf(results.get("failing") ?? [], settings);
  } finally {
    await sides.close();
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
      const question: FailingQuestion = { timeoutMs: attemptLimit * tickMs + graceMs };
      return { first: await rush(child, question), second: await rush(child, question) };
    } finally {
      await child.stop();
    }
  });
}

async function rush(child: Child<true>, question: FailingQuestion): Promise<Rush> {
  const idle = new IdleTimer();
  try {
    return { ...(await child.ask<LatenessResult>(question)), idle: idle.stop() };
  } finally {
    idle.stop();
  }
}

function resultOf(rounds: readonly Round[], settings: RetryClockSettings): CaseResult {
  const { channels, lanesPerChannel } = settings;
  const [firsts, seconds] = [rounds.map(({ first }) => first), rounds.map(({ second }) => second)];
  return {
    figures: [figure(warm.key, seconds.map(lateOver)), figure(cold.key, firsts.map(lateOver))],
    rows: [...rowsOf(warm.table, seconds), ...rowsOf(cold.table, firsts)],
    settings: {
      "retry-clock": `${channels} channels with ${lanesPerChannel} failing lanes each, every bound at its default; a first rush after the start, and behind it one of the same size, warmed up by it; late is counted from the acceptance; the worst of the four at p99.9, less the p99.9 of a timer every 10 ms in a process that is idle meanwhile`,
    },
  };
}

/** The worst of the four, minus the lateness of an idle timer. */
function lateOver({ attempts, reports, idle }: Rush): number {
  return Math.max(...[...attempts, reports].map(tail)) - tail(idle);
}

function rowsOf(table: string, rushes: readonly Rush[]): readonly Row[] {
  const row = (name: string, late: (rush: Rush) => readonly number[]) =>
    rowOf(table, name, rushes.map(late));
  const ticks = Array.from({ length: attemptLimit }, (_, tick) => tick);
  return [
    row("an idle timer", ({ idle }) => idle),
    ...ticks.map((tick) =>
      row(`attempt at ${secondsOf(tick)} s`, (one) => one.attempts[tick] ?? []),
    ),
    row(`report at ${secondsOf(attemptLimit)} s`, ({ reports }) => reports),
  ];
}

function secondsOf(tick: number): number {
  return (tick * tickMs) / 1_000;
}

/** `late`: one list per round. */
function rowOf(table: string, name: string, late: readonly (readonly number[])[]): Row {
  const cell = (fraction: number) =>
    Math.round(median(late.map((one) => quantile(one, fraction))) * 10) / 10;
  return { table, name, cells: { p50: cell(0.5), p99: cell(0.99), "p99.9": cell(fraction) } };
}

function tail(late: readonly number[]): number {
  return quantile(late, fraction);
}

function told({ first, second }: Round): string {
  const { attempts, reports, idle } = second;
  const tails = [...attempts, reports, idle].map((late) => Math.round(tail(late)));
  const [after, before] = [second, first].map((one) => Math.round(lateOver(one)));
  return `${after} ms late; p99.9 of each, idle timer last: ${tails.join(", ")}; in the first rush ${before}`;
}
