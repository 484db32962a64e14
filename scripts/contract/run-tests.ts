import { spawn } from "node:child_process";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type NamedTest, patternOf, type RanTest } from "./named-test.ts";
import { readVitestReport } from "./vitest-report.ts";

const patienceMs = 120_000;
const testTimeoutMs = 5_000;

/** Runs the named tests in a copy of the repository, in one Vitest; `null` when it hung or broke before any test. */
export async function runTests(
  copy: string,
  tests: readonly NamedTest[],
): Promise<readonly RanTest[] | null> {
  const report = join(copy, "report.json");
  rmSync(report, { force: true });
  await vitest(copy, [
    "run",
    ...new Set(tests.map(({ file }) => file)),
    `--testNamePattern=${patternOf(tests)}`,
    `--testTimeout=${testTimeoutMs}`,
    "--reporter=json",
    `--outputFile=${report}`,
    "--maxWorkers=1",
  ]);
  return existsSync(report) ? readVitestReport(report, copy) : null;
}

function vitest(copy: string, options: readonly string[]): Promise<void> {
  const program = join(copy, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [program, ...options], { cwd: copy, stdio: "ignore" });
  const patience = setTimeout(() => child.kill("SIGKILL"), patienceMs);
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("exit", () => {
      clearTimeout(patience);
      resolve();
    });
  });
}
