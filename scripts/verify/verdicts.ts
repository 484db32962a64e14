import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Step, StepResult } from "./step.ts";

/** Verdicts for one state of the work tree, in a file. Each is stored as soon as its step has ended. */
export class Verdicts {
  readonly #path: string;
  readonly #results: Record<string, StepResult>;

  constructor(path: string) {
    this.#path = path;
    this.#results = existsSync(path)
      ? (JSON.parse(readFileSync(path, "utf8")) as Record<string, StepResult>)
      : {};
  }

  /** `null` for a step that has not ended. A changed command makes another step. */
  of(step: Step): StepResult | null {
    return this.#results[keyOf(step)] ?? null;
  }

  keep(step: Step, result: StepResult): void {
    this.#results[keyOf(step)] = result;
    mkdirSync(dirname(this.#path), { recursive: true });
    // Written atomically: the run may be interrupted at any time.
    writeFileSync(`${this.#path}.new`, `${JSON.stringify(this.#results, null, 2)}\n`);
    renameSync(`${this.#path}.new`, this.#path);
  }
}

function keyOf({ name, command }: Step): string {
  return `${name}: ${command.join(" ")}`;
}
