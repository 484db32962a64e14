import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { dirname, join } from "node:path";
import {
  nameOf,
  type NamedTest,
  patternOf,
  type RanTest,
  testsNamed,
} from "./contract/named-test.ts";
import { read, readTable, root, seenRedPath } from "./contract/repository.ts";
import { TestRunner } from "./contract/run-tests.ts";
import { editOf, type Sabotage, type SeenRed, type Trial } from "./contract/sabotage.ts";
import { scratchCopy } from "./contract/scratch-copy.ts";
import { sabotages } from "./sabotages/index.ts";
import { readChosenIds } from "./contract/chosen-ids.ts";
import { commitOf, sampleOf } from "./contract/sample.ts";
import { readOptions } from "../harness/src/read-options.ts";

/** A copy of the repository, and the process that runs its tests. */
interface Copy {
  readonly copy: string;
  readonly runner: TestRunner;
}

const settings = { testTimeoutMs: 5_000, bail: false, cpuLimitSeconds: 120 };
const page = `sabotage: makes each kept edit in a copy of the repository; the tests that its rows name must fail

  node scripts/sabotage.ts [options] [ids]

  --sample  only a tenth of them, which the newest commit's hash picks
  --help    this page
`;
const { values, positionals } = readOptions(page, {
  allowPositionals: true,
  options: { sample: { type: "boolean", default: false } },
});
const chosen = readChosenIds(
  "sabotage",
  positionals,
  sabotages.map(({ id }) => id),
);
const startedAt = Date.now();
const rows = readTable();
const trials: readonly Trial[] = (values.sample ? sampleOf(sabotages, commitOf()) : sabotages)
  .filter(({ id }) => chosen.size === 0 || chosen.has(id))
  .map((sabotage) => ({ sabotage, tests: testsOf(sabotage.id) }));
const copies: readonly Copy[] = Array.from({ length: Math.min(2, availableParallelism()) }, () => {
  const copy = scratchCopy(root);
  return { copy, runner: new TestRunner(copy, settings) };
});
const seenRed: Record<string, readonly string[]> = {};
let done = 0;

process.once("exit", () => {
  for (const { copy, runner } of copies) {
    runner.close();
    rmSync(copy, { recursive: true, force: true, maxRetries: 3 });
  }
});
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

const faults = [...unclear(), ...(await notGreen("before", copies.slice(0, 1)))];
for (const fault of faults) console.error(fault);
const queue = trials.filter(({ sabotage }) => occurrences(sabotage) === 1);
const failed = trials.length - queue.length;
const missed = (await Promise.all(copies.map(work))).reduce((a, b) => a + b, failed);
// Code that an earlier edit left in a Vitest process would fail here.
const left = await notGreen("after", copies);
for (const fault of left) console.error(fault);
for (const { runner } of copies) runner.close();
const red = trials.length - missed;
const isProof = faults.length + left.length === 0;
mkdirSync(dirname(seenRedPath), { recursive: true });
writeFileSync(seenRedPath, JSON.stringify(isProof ? { ...seenBefore(), ...seenRed } : {}));
console.log(`${Math.round((Date.now() - startedAt) / 1_000)} s`);
console.log(`${trials.length} sabotages, ${red} seen red, ${missed} missed`);
process.exitCode = missed === 0 && isProof ? 0 : 1;

/** Results of earlier runs, when this run covers only a part. */
function seenBefore(): SeenRed {
  if (chosen.size === 0 || !existsSync(seenRedPath)) return {};
  return JSON.parse(readFileSync(seenRedPath, "utf8")) as SeenRed;
}

function testsOf(id: string): readonly NamedTest[] {
  const tests = rows.flatMap((row) => (row.sabotage === id && row.test !== null ? [row.test] : []));
  return [...new Map(tests.map((test) => [nameOf(test), test])).values()];
}

function occurrences({ file, find }: Sabotage): number {
  return read(file).split(find).length - 1;
}

/** Every sabotage must still fit its file, also when only a sample of them runs. */
function unclear(): string[] {
  const misfits = sabotages.filter((sabotage) => occurrences(sabotage) !== 1);
  const unnamed = trials.filter(({ tests }) => tests.length === 0);
  return [
    ...misfits.map((of) => `${of.id}: found ${occurrences(of)} times in ${of.file}`),
    ...unnamed.map(({ sabotage }) => `${sabotage.id}: no row of docs/contract.md names it`),
  ];
}

/** Names the tests that fail without a sabotage. Their results would prove nothing. */
async function notGreen(when: string, where: readonly Copy[]): Promise<string[]> {
  const tests = trials.flatMap((trial) => trial.tests);
  const found = await Promise.all(where.map(({ runner }) => redOnes(runner, tests)));
  const names = new Set(found.flat());
  console.log(
    `${when}: ${new Set(tests.map(nameOf)).size} tests, ${names.size} not green without sabotage`,
  );
  return [...names].map((name) => `not green without sabotage, ${when}: ${name}`);
}

async function redOnes(
  runner: TestRunner,
  tests: readonly NamedTest[],
): Promise<readonly string[]> {
  const ran = await ranIn(runner, tests, []);
  if (ran === null) return ["none of them ran to an end"];
  const isGreen = (test: NamedTest): boolean => {
    const found = testsNamed(test, ran);
    return found.length > 0 && found.every(({ status }) => status === "passed");
  };
  return tests.filter((test) => !isGreen(test)).map(nameOf);
}

/** `changed`: files of the copy that are edited for this run only. */
async function ranIn(
  runner: TestRunner,
  tests: readonly NamedTest[],
  changed: readonly string[],
): Promise<readonly RanTest[] | null> {
  const files = [...new Set(tests.map(({ file }) => file))];
  return (await runner.run({ files, changed, pattern: patternOf(tests) }))?.tests ?? null;
}

/** Takes trials from the queue until it is empty. Returns the number of missed sabotages. */
async function work(copy: Copy): Promise<number> {
  let missed = 0;
  for (let trial = queue.shift(); trial; trial = queue.shift()) {
    const from = Date.now();
    const green = await greenIn(copy, trial);
    if (green.length > 0 || trial.tests.length === 0) missed += 1;
    done += 1;
    const seconds = ((Date.now() - from) / 1_000).toFixed(1);
    const verdict = green.length === 0 ? "red   " : "MISSED";
    console.log(
      `${String(done).padStart(4)}/${trials.length} ${verdict} ${seconds} s ${trial.sabotage.id}`,
    );
    for (const name of green) console.log(`       stayed green: ${name}`);
  }
  return missed;
}

/** Names of the tests that passed in spite of the sabotage. */
async function greenIn(
  { copy, runner }: Copy,
  { sabotage, tests }: Trial,
): Promise<readonly string[]> {
  const path = join(copy, sabotage.file);
  const text = readFileSync(path, "utf8");
  writeFileSync(
    path,
    text.replace(sabotage.find, () => sabotage.replace),
  );
  const ran = await ranIn(runner, tests, [sabotage.file]);
  writeFileSync(path, text);
  const names = tests.filter((test) => isRed(test, ran ?? [])).map(nameOf);
  seenRed[editOf(sabotage)] = names;
  return tests.map(nameOf).filter((name) => !names.includes(name));
}

/** Only a test that ran and failed counts. A file that does not load says nothing about the promise. */
function isRed(test: NamedTest, ran: readonly RanTest[]): boolean {
  return testsNamed(test, ran).some(({ status }) => status === "failed");
}
