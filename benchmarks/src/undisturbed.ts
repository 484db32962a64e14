import { watchMachine } from "./process/machine-watch.ts";
import { say } from "./report/progress.ts";

/** What is measured, for the report, and the number of rounds. */
export interface Turn {
  readonly name: string;
  readonly rounds: number;
}

/** A disturbed turn that counted all the same. */
export interface Mark {
  readonly name: string;
  readonly disturbance: string;
}

const attempts = 3;
let marks: Mark[] = [];
/** Whether all attempts of the last turn were disturbed. Then the next turn has one attempt: to repeat it is in vain. */
let isBusy = false;

/**
 * Runs `work`, and repeats it when the machine was disturbed meanwhile: then neither a result nor an error is valid.
 * The last attempt counts all the same, and is marked. A single round only shows that something works, and is not
 * repeated.
 */
export async function undisturbed<Result>(
  work: () => Promise<Result>,
  { name, rounds }: Turn,
  watch: typeof watchMachine = watchMachine,
): Promise<Result> {
  if (rounds === 1) return work();
  for (let attempt = 1; ; attempt += 1) {
    const end = watch();
    const [outcome] = await Promise.allSettled([work()]);
    const disturbance = end();
    if (disturbance === null) {
      isBusy = false;
      return outcomeOf(outcome);
    }
    if (isBusy || attempt === attempts) {
      isBusy = true;
      marks.push({ name, disturbance });
      return outcomeOf(outcome);
    }
    say(`  ${name}: ${disturbance}: once more`);
  }
}

/** The disturbed turns that counted all the same, since the last call. */
export function takeMarks(): readonly Mark[] {
  const taken = marks;
  marks = [];
  return taken;
}

function outcomeOf<Result>(outcome: PromiseSettledResult<Result>): Result {
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
