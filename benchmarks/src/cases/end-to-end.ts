import { type CaseResult, type Figure, figure, ratios, type Row } from "../figure.ts";
import { interleave } from "../rounds.ts";
import { settingsOf } from "../stacks/settings.ts";
import { median } from "../statistics.ts";
import { type Flow, type Poured, pour } from "./flow.ts";
import {
  bullmq,
  bullmqEverysec,
  graphileWorker,
  parleyIn,
  parleyInExpress,
  parleyOut,
  pgBoss,
} from "./flows.ts";

/** Extent of the case. */
export interface EndToEndSettings {
  readonly rounds: number;
  /** For Parley and BullMQ, whose memory is compared after the same load. */
  readonly messages: number;
  /** For stacks on PostgreSQL, which take as long for fewer messages. */
  readonly fewerMessages: number;
}

type Results = ReadonlyMap<string, readonly Poured[]>;

const ours = [parleyIn, parleyOut] as const;
const onRedis = [parleyIn, parleyInExpress, parleyOut, bullmq, bullmqEverysec] as const;
const onPostgres = [pgBoss, graphileWorker] as const;

/** Accepts messages durably and delivers them to the receiver. Parley runs in both directions, the peers in one. */
export async function measureEndToEnd(settings: EndToEndSettings): Promise<CaseResult> {
  const contender = (messages: number) => (flow: Flow) => ({
    name: flow.name,
    run: () => pour(flow, { messages, warmUp: Math.ceil(messages / 4) }),
  });
  const results = await interleave(
    [
      ...onRedis.map(contender(settings.messages)),
      ...onPostgres.map(contender(settings.fewerMessages)),
    ],
    settings.rounds,
    tell,
  );
  return {
    figures: figuresOf(results),
    rows: [...results].map(rowOf),
    settings: settingsOf([...results.keys()]),
  };
}

/** Parley's figures must hold in both directions, so each round counts with the worse one. */
function figuresOf(results: Results): readonly Figure[] {
  const least = (measured: (poured: Poured) => number, peer: Flow) =>
    ratios(ofOurs(results, measured, Math.min), of(results, peer, measured));
  const most = (measured: (poured: Poured) => number, peer: Flow) =>
    ratios(ofOurs(results, measured, Math.max), of(results, peer, measured));
  return [
    figure("accept/bullmq", least(acceptedPerSecond, bullmq)),
    figure("delivered/bullmq", least(deliveredPerSecond, bullmq)),
    figure("delivered/pg-boss", least(deliveredPerSecond, pgBoss)),
    figure("delivered/graphile-worker", least(deliveredPerSecond, graphileWorker)),
    figure("cpu/bullmq", most(cpuMicroseconds, bullmq)),
    figure("memory/bullmq", most(memoryBytes, bullmq)),
  ];
}

const acceptedPerSecond = ({ sent }: Poured): number => sent.acceptedPerSecond;
const deliveredPerSecond = (poured: Poured): number => poured.deliveredPerSecond;
const cpuMicroseconds = (poured: Poured): number => poured.cpuMicroseconds;
const memoryBytes = (poured: Poured): number => poured.memoryBytes;

function of(
  results: Results,
  { name }: Flow,
  measured: (poured: Poured) => number,
): readonly number[] {
  return (results.get(name) ?? []).map(measured);
}

/** The worse of Parley's directions, round by round. */
function ofOurs(
  results: Results,
  measured: (poured: Poured) => number,
  worse: (...values: number[]) => number,
): readonly number[] {
  const [first = [], ...others] = ours.map((flow) => of(results, flow, measured));
  return first.map((value, round) => worse(value, ...others.map((values) => values[round] ?? NaN)));
}

function rowOf([name, poured]: readonly [string, readonly Poured[]]): Row {
  const middle = (measured: (one: Poured) => number): number => median(poured.map(measured));
  return {
    table: "End to end, 64 connections, 1,024 conversations",
    name,
    cells: {
      "accepted/s": Math.round(middle(acceptedPerSecond)),
      "delivered/s": Math.round(middle(deliveredPerSecond)),
      "CPU µs/message": Math.round(middle(cpuMicroseconds)),
      "memory MB": Math.round(middle(memoryBytes) / 1_000_000),
      "p50 ms": round(middle(({ received }) => received.p50Ms)),
      "p99 ms": round(middle(({ received }) => received.p99Ms)),
    },
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function tell({ sent, deliveredPerSecond: delivered, cpuMicroseconds: cpu }: Poured): string {
  const accepted = Math.round(sent.acceptedPerSecond);
  return `${accepted} accepted/s, ${Math.round(delivered)} delivered/s, ${Math.round(cpu)} µs`;
}
