import { nestedStrings } from "../rules/nested-strings.ts";

/** Whether an answer contains the sent value. `unseen`: it does not contain it at all. */
export type Echo = "intact" | "altered" | "unseen";

/** Searches an answer for a text that starts with a unique mark. */
export function echoOfText(answer: string, mark: string, text: string): Echo {
  const found = nestedStrings(answer).filter((string) => string.includes(mark));
  if (found.length === 0) return "unseen";
  return found.some((string) => string.includes(text)) ? "intact" : "altered";
}

/** Searches an answer for a visitor's id, given as JSON text of a string or an integer. */
export function echoOfId(answer: string, id: string): Echo {
  if (!id.startsWith('"')) return echoOfInteger(answer, id);
  return nestedStrings(answer).includes(JSON.parse(id) as string) ? "intact" : "unseen";
}

/** A number as JSON and other languages print it. */
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Rounding changes a number of 16 or more digits by less than this fraction. */
const nearness = 1e-9;

/** Searches an answer for an integer, or for its rounded floating-point form. */
function echoOfInteger(answer: string, digits: string): Echo {
  const wanted = Number(digits);
  const near = [...answer.matchAll(number)]
    .map(([text]) => text)
    .filter((text) => Math.abs(Number(text) - wanted) <= wanted * nearness);
  if (near.length === 0) return "unseen";
  return near.every((text) => text === digits) ? "intact" : "altered";
}
