import type { ExitCode } from "./exit-code.ts";

/** Ends a command: a sentence for the person at the terminal, and the exit code. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;
  /** What to do about it, line by line. */
  readonly advice: readonly string[];

  /** @param message one sentence; never a token, a channel secret or a visitor's words */
  constructor(exitCode: ExitCode, message: string, ...advice: readonly string[]) {
    super(message);
    this.name = "CommandError";
    this.exitCode = exitCode;
    this.advice = advice;
  }
}
