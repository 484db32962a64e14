import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

/*
 * Packs every package that is published and asks publint and attw whether what npm would carry can be used.
 * Run after a build: node scripts/check-packages.ts
 */
const root = resolve(import.meta.dirname, "..");
const bin = join(root, "node_modules/.bin");
const directory = mkdtempSync(join(tmpdir(), "parley-pack-"));
let faults = 0;
let checked = 0;

for (const name of readdirSync(join(root, "packages"))) {
  const home = join(root, "packages", name);
  const manifest = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as {
    private?: boolean;
  };
  if (manifest.private) continue;
  const tarball = join(directory, `${name}.tgz`);
  run("npx", ["--yes", "--prefer-offline", "pnpm@12.21.0", "pack", "--out", tarball], home);
  run(join(bin, "publint"), ["run", tarball, "--strict"], home);
  run(join(bin, "attw"), [tarball, "--profile", "esm-only"], home);
  checked += 1;
}
rmSync(directory, { recursive: true });
process.stdout.write(`${checked} packages checked, ${faults} faults\n`);
process.exitCode = faults === 0 && checked > 0 ? 0 : 1;

function run(command: string, values: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, values, { cwd, encoding: "utf8" });
  if (status === 0) return;
  faults += 1;
  process.stderr.write(`${command} ${values.join(" ")}\n${stdout}${stderr}\n`);
}
