import { type CaseResult, type Figure, figure, ratios, type Row } from "../figure.ts";
import { interleave } from "../rounds.ts";
import { settingsOf } from "../stacks/settings.ts";
import { median, quantile } from "../statistics.ts";
import { type Flow, type Poured, pour } from "./flow.ts";
import { bullmq, bullmqEverysec, parleyIn, parleyInExpress, parleyOut } from "./flows.ts";

/** Extent of the case. */
export interface LatencySettings {
  readonly rounds: number;
  /** Duration of the load. */
  readonly seconds: number;
}

type Results = ReadonlyMap<string, readonly Poured[]>;

const perSecond = 500;
const warmUp = 2_000;
const flows = [parleyIn, parleyInExpress, parleyOut, bullmq, bullmqEverysec] as const;

/** Delay of messages from their request and from their 200, at a rate that every stack can carry. */
export async function measureLatency({ rounds, seconds }: LatencySettings): Promise<CaseResult> {
  const amount = { messages: perSecond * seconds, warmUp, perSecond };
  const contender = (flow: Flow) => ({ name: flow.name, run: () => pour(flow, amount) });
  const results = await interleave(flows.map(contender), rounds, tell);
  return {
    figures: figuresOf(results),
    rows: [...results].map(rowOf),
    settings: settingsOf([...results.keys()]),
  };
}

/** Figures from the rounds of every flow, by its name. */
export function figuresOf(results: Results): readonly Figure[] {
  const requestP99 = ({ received }: Poured): number => received.p99Ms;
  return [
    figure("p99/bullmq", besideBullmq(results, onwardP99)),
    figure("p99/bullmq/request", besideBullmq(results, requestP99)),
  ];
}

/** The worse of Parley's directions, round by round. */
function besideBullmq(results: Results, measured: (one: Poured) => number): readonly number[] {
  const of = ({ name }: Flow): readonly number[] => (results.get(name) ?? []).map(measured);
  const out = of(parleyOut);
  const worse = of(parleyIn).map((value, round) => Math.max(value, out[round] ?? Number.NaN));
  return ratios(worse, of(bullmq));
}

function onwardP99({ onwardMs }: Poured): number {
  return quantile(onwardMs, 0.99);
}

function rowOf([name, poured]: readonly [string, readonly Poured[]]): Row {
  const middle = (measured: (one: Poured) => number): number =>
    Math.round(median(poured.map(measured)) * 100) / 100;
  return {
    table: `On its way at ${perSecond}/s`,
    name,
    cells: {
      "there before 200 %": middle(({ onwardMs }) => shareOf(onwardMs, 0) * 100),
      "from 200 p50 ms": middle(({ onwardMs }) => median(onwardMs)),
      "from 200 p99 ms": middle(onwardP99),
      "from request p50 ms": middle(({ received }) => received.p50Ms),
      "from request p99 ms": middle(({ received }) => received.p99Ms),
      "to 200 p99 ms": middle(({ sent }) => sent.p99Ms),
    },
  };
}

function shareOf(values: readonly number[], value: number): number {
  return values.filter((one) => one === value).length / values.length;
}

function tell(poured: Poured): string {
  const { p50Ms, p99Ms } = poured.received;
  const whole = `p50 ${p50Ms.toFixed(2)} ms, p99 ${p99Ms.toFixed(2)} ms`;
  return `from the request ${whole}, from the 200 p99 ${onwardP99(poured).toFixed(2)} ms`;
}
