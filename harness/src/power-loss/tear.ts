import type { SeededRandom } from "@parley/conformance";
import type { Change } from "./operation.ts";

/** What of the unsynced a disk happens to hold when the power goes. */
export interface Tear {
  readonly name: string;
  /** Which of one file's unsynced changes are there. */
  keep(pending: readonly Change[]): readonly Change[];
  /** Whether a name that was made or removed without a sync of its directory is as it was meant to be. */
  keepsName(): boolean;
}

type MakeTear = (random: SeededRandom) => Tear;

const cut =
  (name: string, place: (fraction: number, length: number, index: number) => boolean): MakeTear =>
  (random) => ({
    name,
    keep(pending) {
      const fraction = random.fraction();
      return pending.filter((_, index) => place(fraction, pending.length, index));
    },
    keepsName: () => random.fraction() < 0.5,
  });

const sectors =
  (sectorBytes: number): MakeTear =>
  (random) => ({
    name: `sectors of ${sectorBytes} bytes`,
    keep: (pending) =>
      pending.flatMap((change) => split(change, sectorBytes)).filter(() => random.fraction() < 0.5),
    keepsName: () => random.fraction() < 0.5,
  });

/** Every way in which unsynced changes are dropped, from all of them to single sectors. */
export const tears: readonly MakeTear[] = [
  () => ({ name: "nothing unsynced", keep: () => [], keepsName: () => false }),
  () => ({ name: "everything", keep: (pending) => pending, keepsName: () => true }),
  () => ({ name: "content without names", keep: (pending) => pending, keepsName: () => false }),
  () => ({ name: "names without content", keep: () => [], keepsName: () => true }),
  cut("the first changes", (fraction, length, index) => index < fraction * length),
  cut("the last changes", (fraction, length, index) => index >= fraction * length),
  (random) => ({
    name: "any changes",
    keep: (pending) => pending.filter(() => random.fraction() < 0.5),
    keepsName: () => random.fraction() < 0.5,
  }),
  sectors(512),
  sectors(4_096),
];

/** A write as its sectors on the disk, which are written whole or not at all. */
function split(change: Change, sectorBytes: number): Change[] {
  if (change.kind === "truncate") return [change];
  const parts: Change[] = [];
  for (let at = 0; at < change.data.length;) {
    const offset = change.offset + at;
    const end = Math.min(change.data.length, at + sectorBytes - (offset % sectorBytes));
    parts.push({ ...change, offset, data: change.data.subarray(at, end) });
    at = end;
  }
  return parts;
}
