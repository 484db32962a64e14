import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Corpus } from "../corpus.ts";
import { tryPages } from "./on-pages.ts";
import { tryFields } from "./string-fields.ts";

/** The Big List of Naughty Strings, in every field and on every page. */
export const naughtyStrings: Corpus = {
  name: "big-list-of-naughty-strings",
  needs: "blns.json",
  async run(directory, findings) {
    const path = join(directory, "blns.json");
    const strings = JSON.parse(readFileSync(path, "utf8")) as readonly string[];
    const fields = await tryFields(strings, findings);
    const shown = strings.filter((text) => text !== "");
    const pages = await tryPages(path, shown.length, findings);
    return { inputs: strings.length, checks: fields + pages };
  },
};
