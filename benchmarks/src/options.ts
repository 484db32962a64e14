import { parseArgs } from "node:util";
import { keys } from "./keys.ts";

/** Options of the command line. */
export interface Options {
  /** Names of the requested keys. */
  readonly wanted: readonly string[];
  readonly quick: boolean;
  readonly rounds: number;
  /** A file; `null`: none. */
  readonly json: string | null;
  /** A directory; `null`: no plots. */
  readonly plots: string | null;
  readonly help: boolean;
}

const fallbackRounds = 5;

export const usage = `npm run bench -- [options]: Parley beside what people would otherwise pick

  --json FILE     write the figures, the rows and what the machine is
  --plots DIR     draw the figures and the rows as SVG
  --quick         four keys, in a minute
  --only KEY,KEY  only the cases that give these keys
  --rounds N      how often contenders take turns (default ${fallbackRounds})

Exits with 1 when a floor is missed or a figure is absent, with 2 when an option is wrong.
`;

/** Keys that need no peer and that a short run can measure. */
const quickKeys = ["group-commit/single", "transport/fetch", "disk", "pending-million/restart"];

/** @throws TypeError that names the wrong option. */
export function readOptions(values: readonly string[]): Options {
  const { values: given } = parseArgs({
    args: [...values],
    options: {
      json: { type: "string" },
      plots: { type: "string" },
      only: { type: "string" },
      rounds: { type: "string" },
      quick: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  return {
    wanted: wantedOf(given.only, given.quick),
    quick: given.quick,
    rounds: roundsOf(given.rounds),
    json: given.json ?? null,
    plots: given.plots ?? null,
    help: given.help,
  };
}

function wantedOf(only: string | undefined, quick: boolean): readonly string[] {
  const every = keys.map(({ name }) => name);
  if (only === undefined) return quick ? quickKeys : every;
  const names = only.split(",");
  const strange = names.find((name) => !every.includes(name));
  if (strange === undefined) return names;
  throw new TypeError(`--only: no key is called "${strange}"; there are ${every.join(", ")}`);
}

function roundsOf(text: string | undefined): number {
  if (text === undefined) return fallbackRounds;
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new TypeError(`--rounds must be a whole number from 1, not "${text}"`);
}
