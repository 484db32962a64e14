import { spawnSync } from "node:child_process";

/** Runs a program with our own output; when it fails, this process ends as it did. */
export function run(program, words, directory = ".") {
  const { status, error } = spawnSync(program, words, { cwd: directory, stdio: "inherit" });
  if (error !== undefined) process.stderr.write(`${program} cannot be run: ${error.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
}
