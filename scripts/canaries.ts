import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Canary } from "./canaries/canary.ts";
import { type Cage, checks, type CheckName, testSettings } from "./canaries/checks.ts";
import { canaries } from "./canaries/index.ts";
import { pageFaults, pageWith } from "./canaries/table.ts";
import { readChosenIds } from "./contract/chosen-ids.ts";
import { commitOf, sampleOf } from "./contract/sample.ts";
import { type Caught, tryCanary, unclear } from "./canaries/trial.ts";
import { fileExists, read, root } from "./contract/repository.ts";
import { TestRunner } from "./contract/run-tests.ts";
import { scratchCopy } from "./contract/scratch-copy.ts";
import { readOptions } from "../harness/src/read-options.ts";

const help = `canaries: puts wrong versions into a copy of the repository; each must be caught

  node scripts/canaries.ts [options] [ids]

  --third   only a third of them, which the newest commit's hash picks
  --write   also writes docs/canaries.md; with ids, their rows in it
  --help    this page
`;
const tablePath = "docs/canaries.md";
const { values, positionals } = readOptions(help, {
  options: { write: { type: "boolean" }, sample: { type: "boolean" } },
  allowPositionals: true,
});
const isWritten = values.write === true;
const chosen = readChosenIds(
  "canary",
  positionals,
  canaries.map(({ id }) => id),
);
const startedAt = Date.now();
const isSample = values.sample === true;
const asked = canaries.filter(({ id }) => chosen.size === 0 || chosen.has(id));
const trials = isSample && chosen.size === 0 ? sampleOf(asked, commitOf()) : asked;
const cages: readonly Cage[] = Array.from({ length: Math.min(2, availableParallelism()) }, () => {
  const copy = scratchCopy(root);
  return { copy, runner: new TestRunner(copy, testSettings) };
});
process.once("exit", () => {
  for (const { copy, runner } of cages) {
    runner.close();
    rmSync(copy, { recursive: true, force: true, maxRetries: 3 });
  }
});
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

const readCopied = (path: string): string =>
  readFileSync(join(cages[0]?.copy ?? root, path), "utf8");
const isClear = (canary: Canary): boolean => unclear(canary, readCopied).length === 0;
const found = await notGreen("before", cages, checkNames());
const faults = [...asked.flatMap((canary) => unclear(canary, readCopied)), ...found];
const caught = new Map<string, Caught>();
let done = 0;
// A check that fails without a canary would count every canary as caught.
const queue = found.length === 0 ? trials.filter(isClear) : [];
await Promise.all(cages.map(work));
// Code that an earlier edit left in a Vitest process would fail here. A sample skips this: it would double its time.
const suites = isSample ? [] : checkNames().filter((name) => name !== "simulator");
const left = await Promise.all(cages.map((cage) => notGreen("after", [cage], suites)));
faults.push(...left.flat());
for (const { runner } of cages) runner.close();
const missed = trials.length - caught.size;
if ((chosen.size === 0 || isWritten) && missed + faults.length === 0) faults.push(...keepPage());
if (isSample) console.log("the long tier: npm run canaries");
for (const fault of faults) console.error(fault);
console.log(`${Math.round((Date.now() - startedAt) / 1_000)} s`);
console.log(`${trials.length} canaries, ${caught.size} caught, ${missed} missed`);
process.exitCode = missed === 0 && faults.length === 0 ? 0 : 1;

/** Names the checks that fail without a canary, or do not run. Their results would prove nothing. */
async function notGreen(
  when: string,
  where: readonly Cage[],
  which: readonly CheckName[],
): Promise<string[]> {
  const names = [...which];
  const found: string[] = [];
  const one = async (cage: Cage): Promise<void> => {
    for (let name = names.shift(); name; name = names.shift())
      found.push(...(await redness(cage, name, when)));
  };
  await Promise.all(where.map(one));
  return found;
}

function checkNames(): readonly CheckName[] {
  return [...new Set(trials.flatMap((canary) => canary.checks))];
}

async function redness(cage: Cage, name: CheckName, when: string): Promise<string[]> {
  const { broken, cpuSeconds, ran } = await checks[name](cage, []);
  console.error(`${when}, without a canary: ${name}, ${cpuSeconds.toFixed(1)} CPU s`);
  if (!ran) return [`${when}, ${name} did not run`];
  return broken === null ? [] : [`${when}, ${name} is not green without a canary: ${broken}`];
}

/** Takes canaries from the queue until it is empty. */
async function work(cage: Cage): Promise<void> {
  for (let canary = queue.shift(); canary; canary = queue.shift()) {
    const by = await tryCanary(cage, canary);
    if (by !== null) caught.set(canary.id, by);
    done += 1;
    console.error(`${String(done).padStart(4)}/${trials.length} ${told(canary, by)}`);
  }
}

function told({ id }: Canary, by: Caught | null): string {
  if (by === null) return `MISSED ${id}`;
  return `caught ${id} in ${by.cpuSeconds.toFixed(1)} CPU s by ${by.check}: ${by.broken}`;
}

/** Writes the table on demand. Otherwise checks that it names the existing canaries. */
function keepPage(): readonly string[] {
  if (isWritten && !isSample) {
    const rows = trials.flatMap((canary) => {
      const by = caught.get(canary.id);
      return by === undefined ? [] : [[canary, by] as const];
    });
    const page = chosen.size === 0 ? "" : read(tablePath);
    writeFileSync(join(root, tablePath), pageWith(page, rows, canaries));
  }
  return pageFaults(fileExists(tablePath) ? read(tablePath) : "", canaries);
}
