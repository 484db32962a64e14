/** A part of the whole proof: a command that passes or fails. */
export interface Step {
  /** The name for `--only`. A part of a group is called `<group>:<part>`. */
  readonly name: string;
  readonly proves: string;
  /** The program and its arguments; `node` is the repository's own. */
  readonly command: readonly string[];
}

/** The result of a step. */
export interface StepResult {
  readonly passed: boolean;
  readonly seconds: number;
}

/** Whether a name selects a step: its own name, or its group's. */
export function isNamed(step: Step, name: string): boolean {
  return step.name === name || step.name.startsWith(`${name}:`);
}
