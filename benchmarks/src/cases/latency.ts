import { type CaseResult, figure, ratios, type Row } from "../figure.ts";
import { interleave } from "../rounds.ts";
import { settingsOf } from "../stacks/settings.ts";
import { median } from "../statistics.ts";
import { type Flow, type Poured, pour } from "./flow.ts";
import { bullmq, bullmqEverysec, parleyIn, parleyInExpress, parleyOut } from "./flows.ts";

/** How far the case goes. */
export interface LatencySettings {
  readonly rounds: number;
  /** How long messages come. */
  readonly seconds: number;
}

type Results = ReadonlyMap<string, readonly Poured[]>;

const perSecond = 500;
const warmUp = 2_000;
const flows = [parleyIn, parleyInExpress, parleyOut, bullmq, bullmqEverysec] as const;

/** How long a message is on its way while messages come at a rate that every stack can carry, whatever the answers. */
export async function measureLatency({ rounds, seconds }: LatencySettings): Promise<CaseResult> {
  const amount = { messages: perSecond * seconds, warmUp, perSecond };
  const contender = (flow: Flow) => ({ name: flow.name, run: () => pour(flow, amount) });
  const results = await interleave(flows.map(contender), rounds, tell);
  const worse = p99(results, parleyIn).map((value, round) =>
    Math.max(value, p99(results, parleyOut)[round] ?? Number.NaN),
  );
  return {
    figures: [figure("p99/bullmq", ratios(worse, p99(results, bullmq)))],
    rows: [...results].map(rowOf),
    settings: settingsOf([...results.keys()]),
  };
}

function p99(results: Results, { name }: Flow): readonly number[] {
  return (results.get(name) ?? []).map(({ received }) => received.p99Ms);
}

function rowOf([name, poured]: readonly [string, readonly Poured[]]): Row {
  const middle = (measured: (one: Poured) => number): number =>
    Math.round(median(poured.map(measured)) * 100) / 100;
  return {
    table: `From request to receiver at ${perSecond}/s`,
    name,
    cells: {
      "p50 ms": middle(({ received }) => received.p50Ms),
      "p99 ms": middle(({ received }) => received.p99Ms),
      "accepted p99 ms": middle(({ sent }) => sent.p99Ms),
    },
  };
}

function tell({ received: { p50Ms, p99Ms } }: Poured): string {
  return `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
}
