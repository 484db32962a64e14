import { parseArgs } from "node:util";
import { type Against, comparable } from "./against.ts";
import { keys } from "./keys.ts";

/** Options of the command line. */
export interface Options {
  /** Names of the keys to measure, or of the flows to compare. */
  readonly wanted: readonly string[];
  /** `null`: measure the keys. */
  readonly against: Against | null;
  readonly rounds: number;
  /** Whether to run only for a moment, and tell no figures. */
  readonly smoke: boolean;
  readonly help: boolean;
}

const fallbackRounds = 5;

export const usage = `npm run bench -- [options]: Parley beside what people would otherwise pick

  --only KEY,KEY   only these keys; each takes at most ten minutes
  --against PATH   compare with another built checkout of Parley instead, flow by flow: this ÷ other
  --flags="FLAGS"  with --against: flags of Node for the other checkout's gateways
  --rounds N       how often contenders are started anew (default ${fallbackRounds})
  --smoke          a moment of each case: checks that it works, and tells no figures

With --against, --only names flows:
  ${Object.keys(comparable).join(", ")}

Exits with 1 when a figure is absent or every round of it missed its floor, with 2 when an option is wrong.
`;

/** @throws TypeError that names the wrong option. */
export function readOptions(values: readonly string[]): Options {
  const { values: given } = parseArgs({
    args: [...values],
    options: {
      only: { type: "string" },
      against: { type: "string" },
      flags: { type: "string" },
      rounds: { type: "string" },
      smoke: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const { against, flags, smoke, help } = given;
  if (flags !== undefined && against === undefined)
    throw new TypeError("--flags needs --against PATH: the flags are for the other checkout");
  return {
    wanted: against === undefined ? keysOf(given.only) : flowsOf(given.only),
    against:
      against === undefined
        ? null
        : { checkout: against, flags: flags?.split(" ").filter(Boolean) ?? [] },
    rounds: roundsOf(given.rounds),
    smoke,
    help,
  };
}

function keysOf(only: string | undefined): readonly string[] {
  const every = keys.map(({ name }) => name);
  return only === undefined ? every : namesOf(only, every, "key");
}

function flowsOf(only: string | undefined): readonly string[] {
  const every = Object.entries(comparable);
  if (only !== undefined) return namesOf(only, Object.keys(comparable), "flow");
  return every.filter(([, { isUsual }]) => isUsual).map(([name]) => name);
}

function namesOf(only: string, every: readonly string[], what: string): readonly string[] {
  const names = only.split(",");
  const strange = names.find((name) => !every.includes(name));
  if (strange === undefined) return names;
  throw new TypeError(`--only: no ${what} is called "${strange}"; there are ${every.join(", ")}`);
}

function roundsOf(text: string | undefined): number {
  if (text === undefined) return fallbackRounds;
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new TypeError(`--rounds must be a whole number from 1, not "${text}"`);
}
