import { CommanderError } from "commander";
import type { CommandContext } from "./command-context.ts";
import { CommandError } from "./command-error.ts";
import { type ExitCode, exitCodes } from "./exit-code.ts";
import { markIdentifiers } from "./input/identifiers.ts";
import { commandFirst } from "./input/option-order.ts";
import { Interrupted } from "./process-context.ts";
import { parleyProgram } from "./program.ts";
import { printNotice } from "./output/print-line.ts";
import { version } from "./version.ts";

/** Runs one command line. Never throws; prints errors on stderr. @param words arguments without node and script */
export async function run(words: readonly string[], context: CommandContext): Promise<ExitCode> {
  try {
    const ordered = commandFirst(words);
    const program = await parleyProgram(context, groupOf(ordered));
    await program.parseAsync([...markIdentifiers(ordered)], { from: "user" });
    return exitCodes.done;
  } catch (error) {
    return explain(error, context);
  }
}

/** The command group of these arguments, for running or for help. */
function groupOf([first, second]: readonly string[]): string | undefined {
  return first === "help" ? second : first;
}

function explain(error: unknown, context: CommandContext): ExitCode {
  // Commander has already printed it.
  if (error instanceof CommanderError) {
    return error.exitCode === 0 ? exitCodes.done : exitCodes.usage;
  }
  const reason: unknown = context.signal.aborted ? context.signal.reason : error;
  if (reason instanceof Interrupted) {
    printNotice(context, reason.message);
    return reason.exitCode;
  }
  const told = misread(error, context.answeredBy) ?? error;
  if (told instanceof CommandError) {
    printNotice(context, `parley: ${told.message}`);
    for (const line of told.advice) printNotice(context, line);
    return told.exitCode;
  }
  const name = error instanceof Error ? error.name : typeof error;
  printNotice(context, `parley: Internal error (${name}). This is a bug in parley.`);
  return exitCodes.failed;
}

/** Answers are not validated. A missing field shows as one of these errors. */
function misread(error: unknown, answeredBy: string | null): CommandError | null {
  const isOfShape = error instanceof TypeError || error instanceof RangeError;
  if (answeredBy === null || !isOfShape) return null;
  return new CommandError(
    exitCodes.unreachable,
    `The server at ${answeredBy} is not a Parley gateway, or has another version (${error.name}).`,
    `This is parley ${version}; if the gateway has the same version, this is a bug in parley.`,
  );
}
