import { existsSync, readFileSync } from "node:fs";
import { findFaults } from "./contract/faults.ts";
import { fileExists, readPages, readTable, root, seenRedPath } from "./contract/repository.ts";
import type { SeenRed } from "./contract/sabotage.ts";
import { readVitestReport } from "./contract/vitest-report.ts";
import { sabotages } from "./sabotages/index.ts";

// node scripts/check-contract.ts [--third] [report of Vitest's json reporter] [what scripts/sabotage.ts left]
// --third: scripts/sabotage.ts has tried a third of the sabotages, and the others are not asked for.
const isSample = process.argv.includes("--third");
const [reportPath, redPath = seenRedPath] = process.argv
  .slice(2)
  .filter((word) => word !== "--third");
const pages = readPages();
const rows = readTable();
const ran = reportPath === undefined ? null : readVitestReport(reportPath, root);
const seenRed = existsSync(redPath) ? (JSON.parse(readFileSync(redPath, "utf8")) as SeenRed) : null;
const faults = findFaults({ pages, rows, sabotages, ran, seenRed, isSample, fileExists });

for (const fault of faults) console.error(fault);
if (ran === null) console.log("No test report was given: whether the tests pass was not checked.");
if (seenRed === null) console.log("The sabotages were not run: scripts/sabotage.ts does.");
const clauses = pages.reduce((sum, page) => sum + page.clauses.length, 0);
console.log(`${clauses} clauses, ${rows.length} rows, ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
