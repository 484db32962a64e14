import { type CaseResult, figure, ratios } from "../figure.ts";
import type { Flow } from "../flows/flow.ts";
import {
  connectionsOnPostgres,
  graphileWorker,
  parleyPostgresIn,
  parleyPostgresOut,
  pgBoss,
} from "../flows/flows.ts";
import { race } from "../flows/race.ts";
import { deliveredPerSecond, of, rowOf } from "../flows/slice.ts";
import { settingsOf } from "../stacks/settings.ts";

/** Extent of the case. */
export interface OnPostgresSettings {
  readonly rounds: number;
  readonly slices: number;
  /** Messages of a slice, for Parley. */
  readonly messages: number;
  readonly warmUp: number;
  /** The keys to measure. */
  readonly wanted: ReadonlySet<string>;
}

const peers = {
  "delivered-postgres/pg-boss": pgBoss,
  "delivered-postgres/graphile-worker": graphileWorker,
} as const;
const ours: readonly Flow[] = [parleyPostgresIn, parleyPostgresOut];

/** All stacks on the same PostgreSQL: Parley in both directions, the peers in one. */
export async function measureOnPostgres(settings: OnPostgresSettings): Promise<CaseResult> {
  const { rounds, slices, messages, warmUp, wanted } = settings;
  const asked = Object.entries(peers).filter(([key]) => wanted.has(key));
  // The peers take as long for a quarter of the messages.
  const share = (flow: Flow): number => (ours.includes(flow) ? 1 : 0.25);
  const results = await race(
    [...ours, ...asked.map(([, peer]) => ({ ...peer, connections: connectionsOnPostgres }))],
    {
      rounds,
      slices,
      amountOf: (flow) => ({ messages: messages * share(flow) }),
      warmUpOf: (flow) => warmUp * share(flow),
    },
  );
  const rates = (flow: Flow) => of(results, flow, deliveredPerSecond);
  const worse = rates(parleyPostgresIn).map((rate, round) =>
    Math.min(rate, rates(parleyPostgresOut)[round] ?? Number.NaN),
  );
  const table = `On PostgreSQL, ${connectionsOnPostgres} connections, 1,024 conversations`;
  return {
    figures: asked.map(([key, peer]) => figure(key, ratios(worse, rates(peer)))),
    rows: [...results].map(([name, own]) => rowOf(table, name, own)),
    settings: settingsOf([...results.keys()]),
  };
}
