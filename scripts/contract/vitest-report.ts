import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { RanTest } from "./named-test.ts";

interface VitestReport {
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly ancestorTitles: readonly string[];
      readonly title: string;
      readonly status: string;
    }[];
  }[];
}

/** Every test of a report by Vitest's `json` reporter, with paths relative to `root`. */
export function readVitestReport(path: string, root: string): readonly RanTest[] {
  const report = JSON.parse(readFileSync(path, "utf8")) as VitestReport;
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ ancestorTitles, title, status }) => ({
      file: relative(root, name),
      path: [...ancestorTitles, title],
      status,
    })),
  );
}
