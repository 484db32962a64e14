import { type CaseResult, type Figure, figure, ratios, type Row } from "../figure.ts";
import { bullmq, parleyIn, parleyOut } from "../flows/flows.ts";
import { race } from "../flows/race.ts";
import { type FlowRound, type FlowRounds, type Measured, of, requestP99 } from "../flows/slice.ts";
import { settingsOf } from "../stacks/settings.ts";
import { median, quantile } from "../statistics.ts";

/** Extent of the case. */
export interface LatencySettings {
  readonly rounds: number;
  /** Duration of the load. */
  readonly seconds: number;
  /** Messages before, as fast as they are accepted. */
  readonly warmUp: number;
}

const perSecond = 500;

/** Delay of messages from their request and from their 200, at a rate that every stack can carry. */
export async function measureLatency(settings: LatencySettings): Promise<CaseResult> {
  const { rounds, seconds, warmUp } = settings;
  const results = await race([parleyIn, parleyOut, bullmq], {
    rounds,
    slices: 1,
    amountOf: () => ({ messages: perSecond * seconds, perSecond }),
    warmUpOf: () => warmUp,
  });
  return {
    figures: figuresOf(results),
    rows: [...results].map(latencyRow),
    settings: settingsOf([...results.keys()]),
  };
}

/** Figures from the rounds of every flow, by its name. */
export function figuresOf(results: FlowRounds): readonly Figure[] {
  return [
    figure("p99/bullmq", besideBullmq(results, onwardP99)),
    figure("p99/bullmq/request", besideBullmq(results, requestP99)),
  ];
}

/** The worse of Parley's directions, round by round. */
function besideBullmq(results: FlowRounds, measured: Measured): readonly number[] {
  const out = of(results, parleyOut, measured);
  const worse = of(results, parleyIn, measured).map((value, round) =>
    Math.max(value, out[round] ?? Number.NaN),
  );
  return ratios(worse, of(results, bullmq, measured));
}

function onwardMs({ slices }: FlowRound): readonly number[] {
  return slices.flatMap((slice) => slice.onwardMs);
}

function onwardP99(round: FlowRound): number {
  return quantile(onwardMs(round), 0.99);
}

function latencyRow([name, rounds]: readonly [string, readonly FlowRound[]]): Row {
  const middle = (measured: Measured): number => median(rounds.map(measured));
  return {
    table: `On its way at ${perSecond}/s`,
    name,
    cells: {
      "there before 200 %": middle((round) => shareOf(onwardMs(round), 0) * 100),
      "from 200 p50 ms": middle((round) => median(onwardMs(round))),
      "from 200 p99 ms": middle(onwardP99),
      "from request p99 ms": middle(requestP99),
      "to 200 p99 ms": middle(({ slices }) => median(slices.map(({ sent }) => sent.p99Ms))),
    },
  };
}

function shareOf(values: readonly number[], value: number): number {
  return values.filter((one) => one === value).length / values.length;
}
