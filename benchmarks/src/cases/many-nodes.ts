import { type CaseResult, figure, ratios } from "../figure.ts";
import { interleave } from "../rounds.ts";
import { settingsOf } from "../stacks/settings.ts";
import { median } from "../statistics.ts";
import { type Flow, type Poured, pour } from "./flow.ts";
import { connectionsOnPostgres, parleyPostgresIn, parleyThreeNodes } from "./flows.ts";

/** Extent of the case. */
export interface ManyNodesSettings {
  readonly rounds: number;
  readonly messages: number;
}

/** The cost of a message when several nodes share the work: 192 connections, on one node and on three. */
export async function measureManyNodes({
  rounds,
  messages,
}: ManyNodesSettings): Promise<CaseResult> {
  // Warm up each of three nodes as much as a single one.
  const contender = (flow: Flow, nodes: number) => ({
    name: flow.name,
    run: () =>
      pour(flow, {
        messages,
        warmUp: (nodes * messages) / 2,
        connections: connectionsOnPostgres,
      }),
  });
  const flows = [parleyPostgresIn, parleyThreeNodes] as const;
  const results = await interleave(
    [contender(parleyPostgresIn, 1), contender(parleyThreeNodes, 3)],
    rounds,
    told,
  );
  const cpu = ({ name }: Flow) =>
    (results.get(name) ?? []).map(({ cpuMicroseconds }) => cpuMicroseconds);
  return {
    figures: [figure("many-nodes/cpu", ratios(cpu(parleyThreeNodes), cpu(parleyPostgresIn)))],
    rows: flows.map((flow) => ({
      table: `Nodes on one PostgreSQL, visitors' messages over ${connectionsOnPostgres} connections`,
      name: flow.name,
      cells: { "CPU µs/message": Math.round(median(cpu(flow))) },
    })),
    settings: settingsOf(flows.map(({ name }) => name)),
  };
}

function told({ cpuMicroseconds, received }: Poured): string {
  return `${Math.round(cpuMicroseconds)} µs, p99 ${received.p99Ms.toFixed(1)} ms`;
}
