import { flushDisks } from "./flush-disks.ts";
import { say } from "./report/progress.ts";
import { undisturbed } from "./undisturbed.ts";

/** Runs once per round; what it measured is compared with what the others measured in the same round. */
export interface Contender<Result> {
  readonly name: string;
  run(round: number): Promise<Result>;
}

/**
 * Lets contenders take turns, each once a round, starting with another one each time, so that what the machine does
 * meanwhile harms nobody more than the others. Nobody waits for what was written before its turn.
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
