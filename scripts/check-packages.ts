import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { packAll, type PackedPackage } from "./install/packages.ts";
import { readOptions } from "../harness/src/read-options.ts";

const page = `check-packages: publint and attw find no fault in what npm would publish

Run it after a build.

  --help   this page
`;
readOptions(page, {});
const root = resolve(import.meta.dirname, "..");
const bin = join(root, "node_modules/.bin");
const directory = mkdtempSync(join(tmpdir(), "parley-pack-"));
process.once("exit", () => rmSync(directory, { recursive: true }));
let faults = 0;
let checked = 0;

const queue = packAll(root, directory);
await Promise.all(Array.from({ length: availableParallelism() }, () => work(queue)));
process.stdout.write(`${checked} packages checked, ${faults} faults\n`);
process.exitCode = faults === 0 && checked > 0 ? 0 : 1;

/** Takes packages from the queue until it is empty. */
async function work(queue: PackedPackage[]): Promise<void> {
  for (let one = queue.shift(); one; one = queue.shift()) {
    await run(join(bin, "publint"), ["run", one.tarball, "--strict"]);
    await run(join(bin, "attw"), [one.tarball, "--profile", "esm-only"]);
    checked += 1;
  }
}

async function run(command: string, values: readonly string[]): Promise<void> {
  const child = spawn(command, values, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number | null]>,
  ]);
  if (code === 0) return;
  faults += 1;
  process.stderr.write(`${command} ${values.join(" ")}\n${stdout}${stderr}\n`);
}
