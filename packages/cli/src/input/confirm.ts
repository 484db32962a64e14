import { createInterface } from "node:readline/promises";
import type { Command } from "commander";
import type { Readable } from "node:stream";
import { CommandError } from "../command-error.ts";
import type { OutputStream } from "../output/output-stream.ts";
import { exitCodes } from "../exit-code.ts";
import { plainText } from "../output/plain-text.ts";

/** Streams and signals for a question. */
export interface ConfirmParts {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stderr: OutputStream;
  readonly signal: AbortSignal;
  /** Handles Ctrl-C at the question. readline would not pass it on. */
  interrupt(): void;
}

/** Asks y/N on a terminal. Without a terminal nobody can answer, so `yes` is required. @throws CommandError */
export async function confirm(parts: ConfirmParts, question: string, yes: boolean): Promise<void> {
  if (yes) return;
  const { stdin, stderr, signal } = parts;
  if (stdin.isTTY !== true || stderr.isTTY !== true) {
    throw new CommandError(
      exitCodes.usage,
      `${question} There is no terminal to ask in, so nothing was done.`,
      "Add --yes to do it without a question.",
    );
  }
  const lines = createInterface({ input: stdin, output: stderr });
  lines.on("SIGINT", () => parts.interrupt());
  try {
    const answer = await lines.question(`${plainText(question)} [y/N] `, { signal });
    if (!/^y(es)?$/i.test(answer.trim())) {
      throw new CommandError(exitCodes.failed, "Nothing was done.");
    }
  } finally {
    lines.close();
  }
}

/** The option that `--yes` sets. */
export interface YesOption {
  readonly yes?: true;
}

/** Adds `--yes`. */
export function withYes(command: Command): Command {
  return command.option("-y, --yes", "do it without asking; required without a terminal");
}
