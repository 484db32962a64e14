import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import type { CorpusFindings } from "../corpus-findings.ts";

const root = resolve(import.meta.dirname, "../../../..");
/** Paths from the root of the repository. */
export const pageTests = ["injections", "injected-pages"].map(
  (name) => `packages/agent-console/test/full/page/${name}.test.ts`,
);
const tier = ["--config", "vitest.full.config.ts"];

/** The tests of the console's pages, in a real browser, with these strings in the place of their own. */
export async function tryPages(
  path: string,
  count: number,
  findings: CorpusFindings,
): Promise<number> {
  process.stderr.write("strings on the pages\n");
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, "run", ...tier, ...pageTests],
    {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, PARLEY_INJECTIONS: path, NO_COLOR: "1" },
      maxBuffer: 2 ** 28,
    },
  );
  const said = stdout + stderr;
  if (status !== 0) findings.add(`the pages: ${said.slice(-6_000)}`);
  if (!said.includes(`injections: ${count} strings`))
    findings.add("the tests of the pages did not run with these strings");
  return count * pageTests.length;
}
