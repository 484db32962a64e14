import type { Command } from "commander";
import type { CommandContext } from "../command-context.ts";
import { plainJson } from "./plain-text.ts";

/** What `--json` adds to a command's options. */
export interface JsonOption {
  readonly json?: true;
}

/** Adds `--json`. */
export function withJson(command: Command): Command {
  return command.option("--json", "print the answer as JSON");
}

/** One JSON text as a line, exactly as it came; on a terminal characters that act on it are escaped. */
export function printJson({ stdout, isTerminal }: CommandContext, text: string): void {
  stdout.write(`${isTerminal ? plainJson(text) : text}\n`);
}
