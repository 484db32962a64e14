import { readFileSync } from "node:fs";
import { addresses } from "./addresses.ts";
import { breakers } from "./breakers.ts";
import { elements } from "./elements.ts";
import { foreign } from "./foreign.ts";
import { texts } from "./texts.ts";

/** A JSON file with strings from `npm run corpora`, which replaces our list. */
const others = process.env["PARLEY_INJECTIONS"];

/** Strings that must be shown unchanged. If one of them runs as code, it calls `__pwned()`. */
export const injections: readonly string[] =
  others === undefined
    ? [...elements, ...foreign, ...addresses, ...breakers, ...texts]
    : readStrings(others);

/** Skips empty strings: they are not messages. */
function readStrings(path: string): readonly string[] {
  const strings = JSON.parse(readFileSync(path, "utf8")) as readonly string[];
  return strings.filter((text) => text !== "");
}
