import { flushDisks } from "./flush-disks.ts";
import { say } from "./report/progress.ts";
import { undisturbed } from "./undisturbed.ts";

/** Runs once per round. Its result is compared with the other contenders' of the same round. */
export interface Contender<Result> {
  readonly name: string;
  run(round: number): Promise<Result>;
}

/**
 * Runs contenders in turn, once per round, starting with another one each time. So disturbances of the machine affect
 * all equally. Before each turn the disks are flushed.
 * @returns by name, one result per round.
 */
export async function interleave<Result>(
  contenders: readonly Contender<Result>[],
  rounds: number,
  tell: (result: Result) => string,
): Promise<ReadonlyMap<string, readonly Result[]>> {
  const results = new Map<string, Result[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of rotated(contenders, round)) {
      flushDisks();
      const result = await undisturbed(() => contender.run(round));
      results.get(contender.name)?.push(result);
      say(`  round ${round + 1}/${rounds}  ${contender.name.padEnd(28)} ${tell(result)}`);
    }
  }
  return results;
}

function rotated<Item>(items: readonly Item[], by: number): readonly Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
