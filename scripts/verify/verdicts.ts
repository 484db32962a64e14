import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Step, StepResult } from "./step.ts";

/** Verdicts of one state of the work tree, in a file: each is there as soon as its step has ended. */
export class Verdicts {
  readonly #path: string;
  readonly #results: Record<string, StepResult>;

  constructor(path: string) {
    this.#path = path;
    this.#results = existsSync(path)
      ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, StepResult>)
      : {};
  }

  /** `null` for a step that has not come to its end. A step with another command is another step. */
  of(step: Step): StepResult | null {
    return this.#results[keyOf(step)] ?? null;
  }

  keep(step: Step, result: StepResult): void {
    this.#results[keyOf(step)] = result;
    mkdirSync(dirname(this.#path), { recursive: true });
    // Whole or not at all: the run may be broken off at any time.
    writeFileSync(`${this.#path}.new`, `${JSON.stringify(this.#results, null, 2)}\n`);
    renameSync(`${this.#path}.new`, this.#path);
  }
}

function keyOf({ name, command }: Step): string {
  return `${name}: ${command.join(" ")}`;
}
