import type { ExitCode } from "./exit-code.ts";

/** Ends a command with a message for the user and an exit code. */
export class CommandError extends Error {
  readonly exitCode: ExitCode;
  /** What the user can do, line by line. */
  readonly advice: readonly string[];

  /** @param message one sentence; never a token, a channel secret or a visitor's text */
  constructor(exitCode: ExitCode, message: string, ...advice: readonly string[]) {
    super(message);
    this.name = "CommandError";
    this.exitCode = exitCode;
    this.advice = advice;
  }
}
