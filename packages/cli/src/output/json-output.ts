import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { plainJson } from "./plain-text.ts";

/** The option that `--json` sets. */
export interface JsonOption {
  readonly json?: true;
}

/** Adds `--json`. */
export function withJson(command: Command): Command {
  return command.option("--json", "print the answer as JSON");
}

/** Prints a JSON text as one line, unchanged. On a terminal, control characters are escaped. */
export function printJson({ stdout, isTerminal }: CommandContext, text: string): void {
  stdout.write(`${isTerminal ? plainJson(text) : text}\n`);
}
