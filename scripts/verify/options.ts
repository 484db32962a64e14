import { parseArgs } from "node:util";
import { isNamed, type Step } from "./step.ts";

export interface VerifyOptions {
  readonly only: readonly string[];
  readonly again: boolean;
  readonly list: boolean;
  readonly help: boolean;
  readonly corpora: string | null;
  readonly sample: boolean;
}

export const usage = `npm run verify -- [options]    The whole proof, step by step. Takes over an hour.

  --only <names>         only these steps, with commas between them: crash:sqlite, or a whole group: crash
  --corpora <directory>  also the corpora of others that lie there (docs/reliability.md)
  --sample               only some quick heavy tests; which, the commit says
  --again                also steps that have passed on this very commit
  --list                 the steps, and what is known of each
  --help                 this page

A step that passed is not run again while commit and uncommitted changes stay the same.
Verdicts and output are kept in .verify.
`;

/** @throws {Error} with a message for the user */
export function readOptions(args: readonly string[]): VerifyOptions {
  const { values } = parsed(args);
  const only = values.only?.flatMap((names) => names.split(",")).map((name) => name.trim());
  return {
    only: only?.filter((name) => name !== "") ?? [],
    again: values.again ?? false,
    list: values.list ?? false,
    help: values.help ?? false,
    corpora: values.corpora ?? null,
    sample: values.sample ?? false,
  };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        only: { type: "string", multiple: true },
        again: { type: "boolean" },
        list: { type: "boolean" },
        help: { type: "boolean", short: "h" },
        corpora: { type: "string" },
        sample: { type: "boolean" },
      },
    });
  } catch (error) {
    const [sentence = ""] = (error as Error).message.split(". ");
    throw new Error(`${sentence.replace(/\.$/, "")}. --help shows what verify takes.`, {
      cause: error,
    });
  }
}

/** The requested steps. @throws {Error} when no step has a name */
export function chosenOf(steps: readonly Step[], names: readonly string[]): readonly Step[] {
  const unknown = names.find((name) => !steps.some((step) => isNamed(step, name)));
  if (unknown === "corpora") throw new Error("The corpora need --corpora <directory>.");
  if (unknown !== undefined) throw new Error(`No step is called ${unknown}. --list shows all.`);
  if (names.length === 0) return steps;
  return steps.filter((step) => names.some((name) => isNamed(step, name)));
}
