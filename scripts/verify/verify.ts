import { join } from "node:path";
import { lastLines, runCommand } from "./run-command.ts";
import type { Step, StepResult } from "./step.ts";
import type { Verdicts } from "./verdicts.ts";

export interface VerifyRun {
  readonly root: string;
  readonly steps: readonly Step[];
  readonly verdicts: Verdicts;
  /** Directory for the output of steps. */
  readonly outputDirectory: string;
  /** Repeats steps that have passed. */
  readonly again: boolean;
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Runs the steps one after another, since several have deadlines of seconds. Returns whether all passed. */
export async function verify(run: VerifyRun): Promise<boolean> {
  const ended: (readonly [Step, StepResult])[] = [];
  for (const step of run.steps) {
    if (run.signal.aborted) break;
    const result = await resultOf(run, step);
    if (result !== null) ended.push([step, result]);
  }
  run.say("");
  for (const [{ name }, result] of ended) run.say(lineOf(name, result));
  const passed = ended.filter(([, result]) => result.passed).length;
  const failed = ended.length - passed;
  const missing = run.steps.length - ended.length;
  run.say(`${passed} passed, ${failed} failed${missing > 0 ? `, ${missing} not run` : ""}`);
  return passed > 0 && failed + missing === 0;
}

/** `null` when the run was interrupted, which says nothing about the step. */
async function resultOf(run: VerifyRun, step: Step): Promise<StepResult | null> {
  const before = run.verdicts.of(step);
  if (before?.passed === true && !run.again) {
    run.say(`== ${step.name}: has passed here before`);
    return before;
  }
  run.say(`== ${step.name}: ${step.proves}`);
  const outputPath = join(run.outputDirectory, `${step.name.replaceAll(/[^\w.-]+/g, "-")}.txt`);
  const result = await runCommand(run.root, step, outputPath, run.signal);
  if (run.signal.aborted) return null;
  run.verdicts.keep(step, result);
  if (!result.passed) run.say(`${lastLines(outputPath)}\n== all of it: ${outputPath}`);
  run.say(`== ${step.name}: ${result.passed ? "passed" : "FAILED"}, ${result.seconds} s`);
  return result;
}

/** A step in the list of all. */
export function lineOf(name: string, result: StepResult | null): string {
  const seconds = result === null ? "" : `${Math.round(result.seconds)} s`;
  const verdict = result === null ? "-" : result.passed ? "passed" : "FAILED";
  return `${seconds.padStart(8)}  ${verdict.padEnd(6)}  ${name}`;
}
