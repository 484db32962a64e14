import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { stepsOf } from "../scripts/verify/steps.ts";
import { filesOf } from "../scripts/verify/tier-files.ts";

const root = resolve(import.meta.dirname, "..");
const quick = [
  "benchmarks/test/a.test.ts",
  "examples/shop/test/a.test.ts",
  "packages/agent-console/test/a.test.ts",
  "packages/agent-console/test/database/console-database.test.ts",
  "packages/core/test/heavy-things.test.ts",
  "packages/core/test/model/a.test.ts",
  "test/a.test.ts",
];
const heavy = [
  "benchmarks/test/heavy/a.test.ts",
  "examples/shop/test/heavy/a.test.ts",
  "packages/agent-console/test/heavy/a.test.ts",
  "packages/core/test/heavy/a.test.ts",
  "packages/core/test/heavy/model/a.test.ts",
];
const full = [
  "packages/agent-console/test/full/a.test.ts",
  "packages/core/test/full/model/a.test.ts",
];
let planted: string;

beforeAll(() => {
  planted = mkdtempSync(join(tmpdir(), "parley-heavy-"));
  for (const path of [...quick, ...full, ...heavy]) {
    mkdirSync(join(planted, dirname(path)), { recursive: true });
    writeFileSync(join(planted, path), "");
  }
});
afterAll(() => rmSync(planted, { recursive: true }));

/** The files that Vitest would run in a repository with a file at each of these paths. */
function listed(config: string): readonly string[] {
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const args = ["list", "--filesOnly", "--root", planted, "--config", join(root, config)];
  const said = execFileSync(process.execPath, [vitest, ...args], { encoding: "utf8" });
  return [...said.matchAll(/^\[\w+\] (\S+)$/gm)].map(([, path]) => path ?? "").toSorted();
}

describe("full and heavy tests", () => {
  it("are left out of npm test, which runs all others", () => {
    expect(listed("vitest.config.ts")).toEqual(quick);
  });

  it("are what verify's Vitest runs, all of them and no others", () => {
    expect(listed("vitest.heavy.config.ts")).toEqual(heavy);
    expect(filesOf(planted, "heavy")).toEqual(heavy);
    expect(listed("vitest.full.config.ts")).toEqual(full);
    expect(filesOf(planted, "full")).toEqual(full);
  });

  it("are steps of verify: full ones by package, heavy ones each", () => {
    const names = stepsOf(planted, null, "tests.json").map(({ name }) => name);
    expect(names.filter((name) => /^(full|heavy):/.test(name))).toEqual([
      "full:agent-console",
      "full:core",
      "heavy:benchmarks/a",
      "heavy:shop/a",
      "heavy:agent-console/a",
      "heavy:core/a",
      "heavy:core/model/a",
    ]);
    expect(new Set(names).size).toBe(names.length);
  });

  it("stand nowhere else, where neither would find them", () => {
    const exclude = (path: string) => /node_modules|dist|\.git$/.test(path);
    const all = globSync("**/*.test.ts", { cwd: root, exclude });
    expect(all.length).toBeGreaterThan(400);
    const inTiers = all.filter((path) => /\/(full|heavy)\//.test(path));
    const found = [...filesOf(root, "full"), ...filesOf(root, "heavy")];
    expect(inTiers.toSorted()).toEqual(found.toSorted());
  });
});
