import { readFileSync } from "node:fs";
import { addresses } from "./addresses.ts";
import { breakers } from "./breakers.ts";
import { elements } from "./elements.ts";
import { foreign } from "./foreign.ts";
import { texts } from "./texts.ts";

/** A file with a list of strings, as `npm run corpora` names it: they take the place of ours. */
const others = process.env["PARLEY_INJECTIONS"];

/** Strings of others that must be shown as what they are. Whatever of them runs calls `__pwned()`. */
export const injections: readonly string[] =
  others === undefined
    ? [...elements, ...foreign, ...addresses, ...breakers, ...texts]
    : readStrings(others);

/** An empty one is no message, and shows nowhere. */
function readStrings(path: string): readonly string[] {
  const strings = JSON.parse(readFileSync(path, "utf8")) as readonly string[];
  return strings.filter((text) => text !== "");
}
