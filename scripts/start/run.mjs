import { spawnSync } from "node:child_process";

/** Runs a program. When it fails, this process exits with the same code. `isSilent` hides its standard output. */
export function run(program, words, { directory = ".", isSilent = false } = {}) {
  const stdout = isSilent ? "ignore" : "inherit";
  const options = { cwd: directory, stdio: ["inherit", stdout, "inherit"] };
  const { status, error } = spawnSync(program, words, options);
  if (error !== undefined) process.stderr.write(`${program} cannot be run: ${error.message}\n`);
  if (status !== 0) process.exit(status ?? 1);
}
