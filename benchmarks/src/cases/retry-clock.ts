import { attemptLimit, tickMs } from "@parley/core";
import { type CaseResult, figure, type Row } from "../figure.ts";
import { Child } from "../process/child.ts";
import { moduleBeside } from "../process/module-beside.ts";
import type { FailingOptions } from "../retry-clock/gateway-process.ts";
import type { LatenessResult } from "../retry-clock/lateness.ts";
import { interleave } from "../rounds.ts";
import { median, quantile } from "../statistics.ts";
import { inTemporaryDirectory } from "../process/temporary-directory.ts";
import { Sides } from "./sides.ts";

const arrivalsMs = 3_000;
/** What is waited for the last report beyond the instant at which it is due. */
const graceMs = 20_000;
const fraction = 0.999;

/** How many lanes fail, and how long the idle timer runs before. */
export interface RetryClockSettings {
  readonly rounds: number;
  readonly channels: number;
  readonly lanesPerChannel: number;
  readonly idleMs: number;
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

async function runOnce(receiverPort: number, settings: RetryClockSettings): Promise<Round> {
  const { channels, lanesPerChannel, idleMs } = settings;
  return inTemporaryDirectory(async (directory) => {
    const entry = moduleBeside("../retry-clock/gateway-process", import.meta.url);
    const options = { directory, receiverPort, channels, lanesPerChannel, arrivalsMs };
    const child = await Child.start<true>(entry, options satisfies FailingOptions);
    try {
      const idle = await child.ask<readonly number[]>({ kind: "idle", forMs: idleMs });
      const patienceMs = attemptLimit * tickMs + graceMs;
      return { ...(await child.ask<LatenessResult>({ kind: "failing", patienceMs })), idle };
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
      "retry-clock": `${channels} channels with ${lanesPerChannel} failing lanes each, every bound at its default; late is counted from the acceptance; the worst of the four at p99.9, less the p99.9 of a timer in the same process before`,
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
