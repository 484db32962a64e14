/** One part of the whole proof: a command with a verdict. */
export interface Step {
  /** What `--only` takes. A part of a group is called `<group>:<part>`. */
  readonly name: string;
  readonly proves: string;
  /** The program and its arguments; `node` is the repository's own. */
  readonly command: readonly string[];
}

/** How a step went. */
export interface StepResult {
  readonly passed: boolean;
  readonly seconds: number;
}

/** Whether a step is meant by a name: its own, or its group's. */
export function isNamed(step: Step, name: string): boolean {
  return step.name === name || step.name.startsWith(`${name}:`);
}
