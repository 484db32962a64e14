import { type CaseResult, figure, ratios } from "../figure.ts";
import { connectionsOnPostgres, parleyPostgresIn, parleyThreeNodes } from "../flows/flows.ts";
import { race } from "../flows/race.ts";
import { cpuMicroseconds, of, rowOf } from "../flows/slice.ts";
import { settingsOf } from "../stacks/settings.ts";

/** Extent of the case. */
export interface ManyNodesSettings {
  readonly rounds: number;
  readonly slices: number;
  /** Messages of a slice. */
  readonly messages: number;
  /** For each node. */
  readonly warmUp: number;
}

/** The cost of a message when several nodes share the work: 192 connections, on one node and on three. */
export async function measureManyNodes(settings: ManyNodesSettings): Promise<CaseResult> {
  const { rounds, slices, messages, warmUp } = settings;
  const flows = [parleyPostgresIn, parleyThreeNodes];
  const results = await race(flows, {
    rounds,
    slices,
    amountOf: () => ({ messages }),
    warmUpOf: (flow) => (flow === parleyThreeNodes ? 3 : 1) * warmUp,
  });
  const cpu = (flow: { readonly name: string }) => of(results, flow, cpuMicroseconds);
  const table = `Nodes on one PostgreSQL, visitors' messages over ${connectionsOnPostgres} connections`;
  return {
    figures: [figure("many-nodes/cpu", ratios(cpu(parleyThreeNodes), cpu(parleyPostgresIn)))],
    rows: [...results].map(([name, own]) => rowOf(table, name, own)),
    settings: settingsOf(flows.map(({ name }) => name)),
  };
}
