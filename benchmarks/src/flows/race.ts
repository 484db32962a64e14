import { setTimeout as pause } from "node:timers/promises";
import { flushDisks } from "../flush-disks.ts";
import { say } from "../report/progress.ts";
import { rotated } from "../rounds.ts";
import { undisturbed } from "../undisturbed.ts";
import type { Flow } from "./flow.ts";
import { type Amount, type Line, withLines } from "./line.ts";
import { type FlowRound, type FlowRounds, type Slice, tellRound } from "./slice.ts";

/** Extent of a race. */
export interface RaceSettings {
  readonly rounds: number;
  /** How often each flow is measured in a round. */
  readonly slices: number;
  /** Messages of each slice, and their rate. */
  readonly amountOf: (flow: Flow) => Amount;
  /** Messages of each flow before the first slice: V8 must have optimised its code. */
  readonly warmUpOf: (flow: Flow) => number;
}

const restMs = 2_000;

/**
 * Compares flows. In each round all stacks are started anew and warmed up; then they take turns of a few seconds. So
 * what the machine does meanwhile affects all equally, and rounds differ by what differs from process to process.
 */
export async function race(flows: readonly Flow[], settings: RaceSettings): Promise<FlowRounds> {
  const results = new Map<string, FlowRound[]>(flows.map(({ name }) => [name, []]));
  for (let round = 0; round < settings.rounds; round += 1) {
    const measured = await withLines(rotated(flows, round), (lines) => runRound(lines, settings));
    for (const [name, result] of measured) {
      results.get(name)?.push(result);
      say(`  round ${round + 1}/${settings.rounds}  ${name.padEnd(20)} ${tellRound(result)}`);
    }
  }
  return results;
}

async function runRound(
  lines: readonly Line[],
  { rounds, slices, amountOf, warmUpOf }: RaceSettings,
): Promise<ReadonlyMap<string, FlowRound>> {
  const measured = new Map<Line, Slice[]>(lines.map((line) => [line, []]));
  for (const line of lines)
    await line.measure({
      messages: warmUpOf(line.flow),
      times: amountOf(line.flow).perSecond !== undefined,
    });
  for (let slice = 0; slice < slices; slice += 1)
    for (const line of rotated(lines, slice)) {
      flushDisks();
      const work = () => line.measure(amountOf(line.flow));
      measured.get(line)?.push(await undisturbed(work, { name: line.flow.name, rounds }));
    }
  await pause(restMs);
  return new Map(
    [...measured].map(([line, own]) => [
      line.flow.name,
      { slices: own, memoryBytes: line.memoryBytes() },
    ]),
  );
}
