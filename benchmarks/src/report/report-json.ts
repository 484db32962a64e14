import type { Figure } from "../figure.ts";
import type { Run } from "../run.ts";
import { thisMachine } from "./machine.ts";
import { verdictOf } from "./verdict.ts";

/** The run as JSON for programs: keys by name, in the order measured. */
export function reportJson(run: Run, failures: readonly string[], isQuick: boolean): string {
  const keys = Object.fromEntries(run.figures.map((figure) => [figure.key.name, keyOf(figure)]));
  const { rows, settings } = run;
  return `${JSON.stringify({ machine: thisMachine(), quick: isQuick, keys, rows, settings, failures }, null, 2)}\n`;
}

function keyOf(figure: Figure): object {
  const { key, value, rounds } = figure;
  const { measure, unit, bound, floor, goal } = key;
  return {
    measure,
    value,
    unit,
    bound,
    floor,
    goal,
    rounds: rounds.length,
    spread: { min: Math.min(...rounds), max: Math.max(...rounds) },
    verdict: verdictOf(figure),
    values: rounds,
  };
}
