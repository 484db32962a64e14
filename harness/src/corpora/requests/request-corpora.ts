import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Corpus } from "../corpus.ts";
import { compareDoors } from "./compare-doors.ts";
import { readLlhttpPage, readProbes, readTrophies } from "./request-texts.ts";

const read = (...path: string[]): string => readFileSync(join(...path), "utf8");

/** What the parser in Node is tested with. */
export const llhttp: Corpus = {
  name: "llhttp",
  needs: "test/request",
  run(directory, findings) {
    const pages = readdirSync(join(directory, "test/request")).filter((page) =>
      page.endsWith(".md"),
    );
    const requests = pages
      .toSorted()
      .flatMap((page) => readLlhttpPage(page, read(directory, "test/request", page)));
    return compareDoors(requests, findings);
  },
};

/** What made servers and proxies disagree. */
export const httpGarden: Corpus = {
  name: "http-garden",
  needs: "TROPHIES.md",
  run(directory, findings) {
    const requests = [
      ...readTrophies(read(directory, "TROPHIES.md")),
      ...readProbes("probe_quirks.py", read(directory, "tools/probe_quirks.py")),
    ];
    return compareDoors(requests, findings);
  },
};
