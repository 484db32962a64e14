import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { packAll, type PackedPackage } from "./install/packages.ts";
import { Project } from "./install/project.ts";
import { Trial } from "./install/trial.ts";
import { readOptions } from "../harness/src/read-options.ts";

const page = `check-install: the packages install and run outside the workspace, on each supported Node

They are packed, installed with npm, compiled, imported, and asked for help. Run it after a build.

  --quick   on the oldest Node only
  --keep    leaves the project for a look
  --help    this page
`;
const root = resolve(import.meta.dirname, "..");
const { values: options } = readOptions(page, {
  options: { quick: { type: "boolean" }, keep: { type: "boolean" } },
});
const nodes = [
  join(root, "tools/node-22/node_modules/.bin/node"),
  join(root, "node_modules/.bin/node"),
];
const directory = mkdtempSync(join(tmpdir(), "parley-install-"));
let faults = 0;

try {
  const packages = timed("packed", () => packAll(root, directory));
  const project = new Project(root, directory);
  timed("installed", () => project.install(packages));
  project.furnish(packages);
  const types = timed("compiled", () => project.typeFaults());
  if (types !== "") tell("types", types);
  for (const node of options.quick ? nodes.slice(0, 1) : nodes) await tryOn(node, packages);
  say(`${packages.length} packages installed outside the workspace, ${faults} faults`);
  if (packages.length === 0) faults += 1;
} catch (error) {
  tell("install", error);
} finally {
  if (options.keep) say(directory);
  else rmSync(directory, { recursive: true });
}
process.exitCode = faults === 0 ? 0 : 1;

function timed<Value>(what: string, work: () => Value): Value {
  const from = performance.now();
  const value = work();
  say(`${what} in ${((performance.now() - from) / 1_000).toFixed(1)} s`);
  return value;
}

async function tryOn(node: string, packages: readonly PackedPackage[]): Promise<void> {
  const trial = new Trial(node, directory);
  const version = trial.version();
  await check(`${version}: host`, () => trial.host());
  for (const command of packages.flatMap(({ commands }) => commands))
    await check(`${version}: ${command}`, () => trial.help(command));
  await check(`${version}: imports`, () => table(version, packages, trial.imports()));
}

async function check(what: string, work: () => unknown): Promise<void> {
  try {
    await work();
    say(`${what}: ok`);
  } catch (error) {
    tell(what, error);
  }
}

function table(
  version: string,
  packages: readonly PackedPackage[],
  counts: Readonly<Record<string, number>>,
): void {
  say(`\n${"module".padEnd(30)} ${"packed".padStart(8)} ${"values".padStart(7)}   ${version}`);
  for (const { name, sizeBytes, specifiers } of packages)
    for (const specifier of specifiers) {
      const size = specifier === name ? `${Math.ceil(sizeBytes / 1024)} KiB` : "";
      const count = String(counts[specifier] ?? "none");
      say(`${specifier.padEnd(30)} ${size.padStart(8)} ${count.padStart(7)}`);
      if (counts[specifier] === undefined) tell(specifier, "was not imported");
    }
  say("");
}

function tell(what: string, error: unknown): void {
  faults += 1;
  const cause =
    error instanceof Error && error.cause instanceof Error ? `\n${error.cause.message}` : "";
  say(`${what}: FAILED\n${error instanceof Error ? error.message : String(error)}${cause}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
