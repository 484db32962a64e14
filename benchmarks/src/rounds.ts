import { flushDisks } from "./flush-disks.ts";
import { watchMachine } from "./process/machine-watch.ts";
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
  watch: typeof watchMachine = watchMachine,
): Promise<ReadonlyMap<string, readonly Result[]>> {
  const results = new Map<string, Result[]>(contenders.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const contender of rotated(contenders, round)) {
      flushDisks();
      const work = () => contender.run(round);
      const result = await undisturbed(work, { name: contender.name, rounds }, watch);
      results.get(contender.name)?.push(result);
      say(`  round ${round + 1}/${rounds}  ${contender.name.padEnd(28)} ${tell(result)}`);
    }
  }
  return results;
}

/** The items in turn, starting with another one each time. */
export function rotated<Item>(items: readonly Item[], by: number): readonly Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}
