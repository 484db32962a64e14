import { existsSync, readFileSync } from "node:fs";
import { findFaults } from "./contract/faults.ts";
import { fileExists, readPages, readTable, root, seenRedPath } from "./contract/repository.ts";
import type { SeenRed } from "./contract/sabotage.ts";
import { readVitestReport } from "./contract/vitest-report.ts";
import { sabotages } from "./sabotages/index.ts";
import { readOptions } from "../harness/src/read-options.ts";

const page = `check-contract: every clause of the contract has a row, a test that passed and a sabotage

  node scripts/check-contract.ts [options] [report of Vitest's json reporter] [result of scripts/sabotage.ts]

  --sample  scripts/sabotage.ts has tried a sample of the sabotages: the others are not asked for
  --help    this page
`;
const { values, positionals } = readOptions(page, {
  allowPositionals: true,
  options: { sample: { type: "boolean", default: false } },
});
const [reportPath, redPath = seenRedPath] = positionals;
const pages = readPages();
const rows = readTable();
const ran = reportPath === undefined ? null : readVitestReport(reportPath, root);
const seenRed = existsSync(redPath) ? (JSON.parse(readFileSync(redPath, "utf8")) as SeenRed) : null;
const faults = findFaults({
  pages,
  rows,
  sabotages,
  ran,
  seenRed,
  isSample: values.sample,
  fileExists,
});

for (const fault of faults) console.error(fault);
if (ran === null) console.log("No test report was given: whether the tests pass was not checked.");
if (seenRed === null) console.log("The sabotages were not run: scripts/sabotage.ts does.");
const clauses = pages.reduce((sum, page) => sum + page.clauses.length, 0);
console.log(`${clauses} clauses, ${rows.length} rows, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
