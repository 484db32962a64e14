import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { root } from "../scripts/contract/repository.ts";
import { readMutants, scoreOf } from "../scripts/mutation/mutation-report.ts";
import {
  decisive,
  isExcused,
  mutated,
  strykerOptions,
} from "../scripts/mutation/stryker-options.ts";

const mutant = (status: string) => ({
  location: { start: { line: 7, column: 1 } },
  mutatorName: "StringLiteral",
  replacement: '""',
  status,
});

function written(statuses: readonly string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "parley-mutants-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, "mutation.json");
  writeFileSync(path, JSON.stringify({ files: { "a.ts": { mutants: statuses.map(mutant) } } }));
  return path;
}

describe("the mutation score", () => {
  it("takes nothing out of the sum: what no test killed has survived, whatever the reason", () => {
    const statuses = ["Killed", "Timeout", "Survived", "NoCoverage", "Ignored", "RuntimeError"];
    const mutants = readMutants(written([...statuses, "Killed", "Killed"]));
    expect(mutants[2]).toEqual({
      file: "a.ts",
      line: 7,
      mutator: "StringLiteral",
      replacement: '""',
      status: "Survived",
    });
    expect(scoreOf(mutants)).toEqual({ killed: 4, survived: 4, percent: 50 });
  });

  it("of nothing is nothing", () => {
    expect(scoreOf([]).percent).toBe(0);
  });

  it("is of files that are there, with no mutator left out", () => {
    for (const pattern of [...mutated, ...decisive]) {
      expect(globSync(pattern, { cwd: root })).not.toEqual([]);
    }
    const options = JSON.stringify(strykerOptions("/copy", ["a.ts"]));
    expect(options).not.toMatch(/excludedMutations|ignoreStatic|ignorers/);
  });
});

describe("a mutant", () => {
  it("is excused nowhere in the sources", () => {
    const files = globSync("{packages,examples}/*/{src,test}/**/*.{ts,tsx}", { cwd: root });
    expect(files.length).toBeGreaterThan(200);
    const excused = files.filter((file) => isExcused(readFileSync(join(root, file), "utf8")));
    expect(excused).toEqual([]);
    for (const word of ["disable", "restore"]) {
      expect(isExcused(`// Stryker ${word} all`)).toBe(true);
    }
    expect(isExcused("// Stryker says")).toBe(false);
  });
});
