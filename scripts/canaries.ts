import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { Canary } from "./canaries/canary.ts";
import { checks, type CheckName } from "./canaries/checks.ts";
import { canaries } from "./canaries/index.ts";
import { pageFaults, pageOf } from "./canaries/table.ts";
import { type Caught, tryCanary, unclear } from "./canaries/trial.ts";
import { fileExists, read, root } from "./contract/repository.ts";
import { scratchCopy } from "./contract/scratch-copy.ts";

// node scripts/canaries.ts [--write] [ids]: puts wrong versions into a copy, and expects every one to be caught.
const page = "docs/canaries.md";
const isWritten = process.argv.includes("--write");
const chosen = new Set(process.argv.slice(2).filter((argument) => !argument.startsWith("--")));
const startedAt = Date.now();
const trials = canaries.filter(({ id }) => chosen.size === 0 || chosen.has(id));
const copies = Array.from({ length: Math.min(2, availableParallelism()) }, () => scratchCopy(root));
process.once("exit", () =>
  copies.forEach((copy) => rmSync(copy, { recursive: true, force: true })),
);
process.once("SIGINT", () => process.exit(130));
process.once("SIGTERM", () => process.exit(143));

const readCopied = (path: string): string => readFileSync(join(copies[0] ?? root, path), "utf8");
const isClear = (canary: Canary): boolean => unclear(canary, readCopied).length === 0;
const faults = [
  ...[...chosen]
    .filter((id) => canaries.every((canary) => canary.id !== id))
    .map((id) => `there is no canary ${id}`),
  ...trials.flatMap((canary) => unclear(canary, readCopied)),
  ...(await notGreen()),
];
const caught = new Map<string, Caught>();
let done = 0;
const queue = trials.filter(isClear);
await Promise.all(copies.map((copy) => work(copy)));
const missed = trials.length - caught.size;
if (chosen.size === 0 && missed === 0) faults.push(...keepPage());
for (const fault of faults) console.error(fault);
console.log(`${Math.round((Date.now() - startedAt) / 1_000)} s`);
console.log(`${trials.length} canaries, ${caught.size} caught, ${missed} missed`);
process.exitCode = missed === 0 && faults.length === 0 ? 0 : 1;

/** A check that is red without any canary proves nothing, nor does one that does not run. */
async function notGreen(): Promise<string[]> {
  const names = [...new Set(trials.flatMap((canary) => canary.checks))];
  const found: string[] = [];
  const one = async (copy: string): Promise<void> => {
    for (let name = names.shift(); name; name = names.shift())
      found.push(...(await redness(copy, name)));
  };
  await Promise.all(copies.map(one));
  return found;
}

async function redness(copy: string, name: CheckName): Promise<string[]> {
  const { broken, cpuSeconds, ran } = await checks[name](copy);
  console.error(`without a canary: ${name}, ${cpuSeconds.toFixed(1)} CPU s`);
  if (!ran) return [`${name} did not run`];
  return broken === null ? [] : [`${name} is not green without a canary: ${broken}`];
}

/** Takes canaries from the queue until it is empty. */
async function work(copy: string): Promise<void> {
  for (let canary = queue.shift(); canary; canary = queue.shift()) {
    const by = await tryCanary(copy, canary);
    if (by !== null) caught.set(canary.id, by);
    done += 1;
    console.error(`${String(done).padStart(4)}/${trials.length} ${told(canary, by)}`);
  }
}

function told({ id }: Canary, by: Caught | null): string {
  if (by === null) return `MISSED ${id}`;
  return `caught ${id} in ${by.cpuSeconds.toFixed(1)} CPU s by ${by.check}: ${by.broken}`;
}

/** The page is written on demand; otherwise it must name the canaries there are. */
function keepPage(): readonly string[] {
  if (isWritten) {
    const rows = trials.flatMap((canary) => {
      const by = caught.get(canary.id);
      return by === undefined ? [] : [[canary, by] as const];
    });
    writeFileSync(join(root, page), pageOf(rows));
  }
  return pageFaults(fileExists(page) ? read(page) : "", canaries);
}
