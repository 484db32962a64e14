import { spawn } from "node:child_process";
import { existsSync, globSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { read, root } from "./contract/repository.ts";
import { scratchCopy } from "./contract/scratch-copy.ts";
import { isKilled, readMutants, scoreOf } from "./mutation/mutation-report.ts";
import {
  decisive,
  isExcused,
  mutated,
  reportIn,
  strykerOptions,
} from "./mutation/stryker-options.ts";
import { readOptions } from "../harness/src/read-options.ts";

const page = `mutation-score: mutates the pure parts of core in a copy; tests must kill 90 % of the mutants

  node scripts/mutation-score.ts [options] [paths]

  --quick   only the decisive files
  --help    this page
`;
const wanted = 90;
const { values, positionals: paths } = readOptions(page, {
  options: { quick: { type: "boolean" } },
  allowPositionals: true,
});
const quick = values.quick === true;
const startedAt = Date.now();
const copy = scratchCopy(root);
process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

const files = chosenFiles();
const excused = filesOf(mutated).filter((file) => isExcused(read(file)));
for (const file of excused) console.error(`${file}: no mutant is excused here`);
writeFileSync(join(copy, "stryker.config.json"), JSON.stringify(strykerOptions(copy, files)));
const code = await stryker();
const mutants = existsSync(reportIn(copy)) ? readMutants(reportIn(copy)) : [];
for (const mutant of mutants.filter((one) => !isKilled(one))) {
  const to = mutant.replacement.replaceAll(/\s+/g, " ").slice(0, 80);
  console.error(`${mutant.status}: ${mutant.file}:${mutant.line} ${mutant.mutator} → ${to}`);
}
const { killed, survived, percent } = scoreOf(mutants);
if (quick) console.log("the long tier: node scripts/mutation-score.ts");
console.log(`${Math.round((Date.now() - startedAt) / 1_000)} s`);
console.log(
  `${mutants.length} mutants, ${killed} killed, ${survived} survived, score ${percent.toFixed(1)} %`,
);
process.exitCode = code === 0 && excused.length === 0 && percent >= wanted ? 0 : 1;

function chosenFiles(): readonly string[] {
  if (paths.length > 0) return paths;
  return filesOf(quick ? decisive : mutated);
}

function filesOf(patterns: readonly string[]): readonly string[] {
  return patterns.flatMap((pattern) => globSync(pattern, { cwd: root })).toSorted();
}

function stryker(): Promise<number> {
  const program = join(copy, "node_modules/@stryker-mutator/core/bin/stryker.js");
  const child = spawn(process.execPath, [program, "run"], {
    cwd: copy,
    stdio: ["ignore", process.stderr, process.stderr],
  });
  process.once("exit", () => child.kill());
  return new Promise((resolve, reject) => {
    child.once("error", reject).once("exit", (code) => resolve(code ?? 1));
  });
}
