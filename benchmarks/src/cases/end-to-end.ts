import { type CaseResult, type Figure, figure, ratios } from "../figure.ts";
import type { Flow } from "../flows/flow.ts";
import { bullmq, graphileWorker, parleyIn, parleyOut, pgBoss } from "../flows/flows.ts";
import { race } from "../flows/race.ts";
import {
  acceptedPerSecond,
  cpuMicroseconds,
  deliveredPerSecond,
  type FlowRounds,
  type Measured,
  memoryBytes,
  of,
  rowOf,
} from "../flows/slice.ts";
import { settingsOf } from "../stacks/settings.ts";

/** Extent of the case. */
export interface EndToEndSettings {
  readonly rounds: number;
  readonly slices: number;
  /** Messages of a slice, for Parley and BullMQ. */
  readonly messages: number;
  readonly warmUp: number;
  /** The keys to measure. */
  readonly wanted: ReadonlySet<string>;
}

/** A key: its peer, what is compared, and which of Parley's directions is the worse one. */
interface Comparison {
  readonly key: string;
  readonly peer: Flow;
  readonly measured: Measured;
  readonly worse: (...values: number[]) => number;
}

const least = { worse: Math.min } as const;
const most = { worse: Math.max } as const;
const comparisons: readonly Comparison[] = [
  { key: "cpu/bullmq", peer: bullmq, measured: cpuMicroseconds, ...most },
  { key: "delivered/bullmq", peer: bullmq, measured: deliveredPerSecond, ...least },
  { key: "accept/bullmq", peer: bullmq, measured: acceptedPerSecond, ...least },
  { key: "memory/bullmq", peer: bullmq, measured: memoryBytes, ...most },
  { key: "delivered/pg-boss", peer: pgBoss, measured: deliveredPerSecond, ...least },
  {
    key: "delivered/graphile-worker",
    peer: graphileWorker,
    measured: deliveredPerSecond,
    ...least,
  },
];
/** Stacks on PostgreSQL take as long for a quarter of the messages. */
const share = (flow: Flow): number => (flow === pgBoss || flow === graphileWorker ? 0.25 : 1);

/** Accepts messages durably and delivers them to the receiver. Parley runs in both directions, the peers in one. */
export async function measureEndToEnd(settings: EndToEndSettings): Promise<CaseResult> {
  const { rounds, slices, messages, warmUp, wanted } = settings;
  const asked = comparisons.filter(({ key }) => wanted.has(key));
  const flows = [parleyIn, parleyOut, ...new Set(asked.map(({ peer }) => peer))];
  const results = await race(flows, {
    rounds,
    slices,
    amountOf: (flow) => ({ messages: messages * share(flow) }),
    warmUpOf: (flow) => warmUp * share(flow),
  });
  return {
    figures: asked.map((comparison) => figureOf(results, comparison)),
    rows: [...results].map(([name, own]) =>
      rowOf("End to end, 64 connections, 1,024 conversations", name, own),
    ),
    settings: settingsOf([...results.keys()]),
  };
}

/** Parley's figure must hold in both directions, so each round counts with the worse one. */
function figureOf(results: FlowRounds, { key, peer, measured, worse }: Comparison): Figure {
  const out = of(results, parleyOut, measured);
  const ours = of(results, parleyIn, measured).map((value, round) =>
    worse(value, out[round] ?? Number.NaN),
  );
  return figure(key, ratios(ours, of(results, peer, measured)));
}
