import { nestedStrings } from "../rules/nested-strings.ts";

/** Whether an answer shows what arrived. `unseen`: it shows nothing of it. */
export type Echo = "intact" | "altered" | "unseen";

/** Looks in an answer for a text that begins with a mark of its own. */
export function echoOfText(answer: string, mark: string, text: string): Echo {
  const found = nestedStrings(answer).filter((string) => string.includes(mark));
  if (found.length === 0) return "unseen";
  return found.some((string) => string.includes(text)) ? "intact" : "altered";
}

/** Looks in an answer for a visitor's id, which is JSON text of a string or an integer. */
export function echoOfId(answer: string, id: string): Echo {
  if (!id.startsWith('"')) return echoOfInteger(answer, id);
  return nestedStrings(answer).includes(JSON.parse(id) as string) ? "intact" : "unseen";
}

/** JSON and how other languages print large numbers. */
const number = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
/** Rounding changes a number of 16 digits or more by less than this part of it. */
const nearness = 1e-9;

/** Looks in an answer for an integer, or for what is left of it after it was held in a floating-point number. */
function echoOfInteger(answer: string, digits: string): Echo {
  const wanted = Number(digits);
  const near = [...answer.matchAll(number)]
    .map(([text]) => text)
    .filter((text) => Math.abs(Number(text) - wanted) <= wanted * nearness);
  if (near.length === 0) return "unseen";
  return near.every((text) => text === digits) ? "intact" : "altered";
}
