import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";

/** Options of the command line. */
export interface Options {
  readonly seeds: number;
  readonly from: number;
  /** `null`: runs the given number of seeds. */
  readonly minutes: number | null;
  /** A seed to replay with its full trace. */
  readonly seed: number | null;
  /** A kept plan to replay. */
  readonly plan: string | null;
  readonly sweep: boolean;
  readonly workers: number;
  /** Directory for shrunk plans; `null`: the archive. */
  readonly keep: string | null;
  /** A file that exports `freshStores`; `null`: the reference stores. */
  readonly stores: string | null;
  readonly help: boolean;
}

export const usage = `parley-simulate: the real engine in a world drawn from seeds

  --seeds N     run N seeds (default 500)
  --from N      begin with seed N (default 1)
  --minutes M   run seeds for M minutes instead
  --sweep       then every run with up to three messages and up to two faults
  --seed N      replay one seed, shrink it when it fails
  --plan FILE   replay one plan that was kept
  --keep DIR    where plans of failing seeds are written (default: the archive)
  --stores FILE run over the stores that FILE exports as freshStores
  --workers N   threads (default: one per core)
`;

const fallbackSeeds = 500;

/** @throws TypeError that names the wrong argument */
export function readOptions(values: readonly string[]): Options {
  const text = { type: "string" } as const;
  const flag = { type: "boolean", default: false } as const;
  const { values: given } = parseArgs({
    args: [...values],
    options: {
      seeds: text,
      from: text,
      minutes: text,
      seed: text,
      plan: text,
      keep: text,
      stores: text,
      workers: text,
      sweep: flag,
      help: flag,
    },
  });
  return {
    seeds: countOf("seeds", given.seeds, 1) ?? (given.sweep ? 0 : fallbackSeeds),
    from: countOf("from", given.from) ?? 1,
    minutes: countOf("minutes", given.minutes, 1),
    seed: countOf("seed", given.seed),
    plan: given.plan ?? null,
    sweep: given.sweep,
    workers: countOf("workers", given.workers, 1) ?? availableParallelism(),
    keep: given.keep ?? null,
    stores: given.stores ?? null,
    help: given.help,
  };
}

/** `least`: 1 where an empty run would look like a success. */
function countOf(name: string, text: string | undefined, least: 0 | 1 = 0): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  const wanted = least === 0 ? "a whole number" : "a whole number of at least 1";
  throw new TypeError(`--${name} takes ${wanted}, not ${text}`);
}
