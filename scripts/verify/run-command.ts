import { spawn } from "node:child_process";
import { closeSync, mkdirSync, openSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Step, StepResult } from "./step.ts";

/** Runs a step in the repository's root, with its output in a file. Ends it when `signal` is aborted. */
export async function runCommand(
  root: string,
  { command }: Step,
  outputPath: string,
  signal: AbortSignal,
): Promise<StepResult> {
  const [program = "", ...args] = command;
  mkdirSync(dirname(outputPath), { recursive: true });
  const output = openSync(outputPath, "w");
  const startedAt = performance.now();
  // A separate process group: everything that the step started ends with it.
  const child = spawn(program === "node" ? join(root, "node_modules/.bin/node") : program, args, {
    cwd: root,
    stdio: ["ignore", output, output],
    detached: true,
  });
  const end = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, "SIGTERM");
  };
  signal.addEventListener("abort", end, { once: true });
  const passed = await new Promise<boolean>((resolve) => {
    child.once("error", () => resolve(false));
    child.once("close", (code) => resolve(code === 0));
  });
  signal.removeEventListener("abort", end);
  closeSync(output);
  return { passed, seconds: Math.round((performance.now() - startedAt) / 100) / 10 };
}

/** The end of a step's output. */
export function lastLines(outputPath: string, count = 120): string {
  return readFileSync(outputPath, "utf8").trimEnd().split("\n").slice(-count).join("\n");
}
