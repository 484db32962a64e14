import type { SeededRandom } from "@parley/conformance";
import { marksName } from "./marks.ts";
import type { Operation } from "./operation.ts";

/**
 * Chooses `count` numbers of operations after which the power goes, in order: a share while the files are being made,
 * a share on both sides of syncs, a share right after an acknowledgement, the rest anywhere.
 */
export function chooseInstants(
  operations: readonly Operation[],
  count: number,
  random: SeededRandom,
): number[] {
  const indexes = operations.map((_, index) => index);
  const marks = indexes.filter((index) => operations[index]?.name === marksName);
  const syncs = indexes.filter((index) => operations[index]?.kind === "sync");
  const start = indexes.slice(0, marks[1] ?? 0);
  const groups = [start, syncs.flatMap((index) => [index, index + 1]), marks.map(next), indexes];
  const chosen = groups.flatMap((group) =>
    Array.from({ length: Math.ceil(count / groups.length) }, () => pick(group, random)),
  );
  return chosen.slice(0, count).sort((left, right) => left - right);
}

const next = (index: number): number => index + 1;

function pick(group: readonly number[], random: SeededRandom): number {
  return group[Math.floor(random.fraction() * group.length)] ?? 0;
}
