import { spawnSync } from "node:child_process";

/** Runs a program with our output. When it fails, this process exits with the same code. */
export function run(program, words, directory = ".") {
  const { status, error } = spawnSync(program, words, { cwd: directory, stdio: "inherit" });
  if (error !== undefined) process.stderr.write(`${program} cannot be run: ${error.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
}
