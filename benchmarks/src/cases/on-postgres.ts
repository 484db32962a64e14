import { type CaseResult, figure, ratios, type Row } from "../figure.ts";
import { interleave } from "../rounds.ts";
import { settingsOf } from "../stacks/settings.ts";
import { median } from "../statistics.ts";
import { type Flow, type Poured, pour } from "./flow.ts";
import {
  connectionsOnPostgres,
  graphileWorker,
  parleyPostgresIn,
  parleyPostgresOut,
  pgBoss,
} from "./flows.ts";

/** Extent of the case. */
export interface OnPostgresSettings {
  readonly rounds: number;
  readonly messages: number;
  /** For the peers, which take as long for fewer messages. */
  readonly fewerMessages: number;
}

type Results = ReadonlyMap<string, readonly Poured[]>;

/** All stacks on the same PostgreSQL: Parley in both directions, the peers in one. */
export async function measureOnPostgres(settings: OnPostgresSettings): Promise<CaseResult> {
  const contender = (messages: number) => (flow: Flow) => ({
    name: flow.name,
    run: () =>
      pour(flow, {
        messages,
        warmUp: Math.ceil(messages / 2),
        connections: connectionsOnPostgres,
      }),
  });
  const results = await interleave(
    [
      ...[parleyPostgresIn, parleyPostgresOut].map(contender(settings.messages)),
      ...[pgBoss, graphileWorker].map(contender(settings.fewerMessages)),
    ],
    settings.rounds,
    ({ deliveredPerSecond, cpuMicroseconds }) =>
      `${Math.round(deliveredPerSecond)} delivered/s, ${Math.round(cpuMicroseconds)} µs`,
  );
  const worse = rates(results, parleyPostgresIn).map((rate, round) =>
    Math.min(rate, rates(results, parleyPostgresOut)[round] ?? Number.NaN),
  );
  return {
    figures: [
      figure("delivered-postgres/pg-boss", ratios(worse, rates(results, pgBoss))),
      figure("delivered-postgres/graphile-worker", ratios(worse, rates(results, graphileWorker))),
    ],
    rows: [...results].map(rowOf),
    settings: settingsOf([...results.keys()]),
  };
}

function rates(results: Results, { name }: Flow): readonly number[] {
  return (results.get(name) ?? []).map(({ deliveredPerSecond }) => deliveredPerSecond);
}

function rowOf([name, poured]: readonly [string, readonly Poured[]]): Row {
  const middle = (measured: (one: Poured) => number): number =>
    Math.round(median(poured.map(measured)));
  return {
    table: `On PostgreSQL, ${connectionsOnPostgres} connections, 1,024 conversations`,
    name,
    cells: {
      "accepted/s": middle(({ sent }) => sent.acceptedPerSecond),
      "delivered/s": middle(({ deliveredPerSecond }) => deliveredPerSecond),
      "CPU µs/message": middle(({ cpuMicroseconds }) => cpuMicroseconds),
    },
  };
}
