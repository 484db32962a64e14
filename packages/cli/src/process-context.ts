import { AdminClient } from "./http/admin-client.ts";
import type { CommandContext } from "./command-context.ts";
import { confirm } from "./input/confirm.ts";
import { findConnection } from "./http/connection.ts";
import { type ExitCode, exitCodes } from "./exit-code.ts";
import { showProgress } from "./output/progress.ts";

/** The context of this process, with its exit code. */
export interface ProcessContext extends CommandContext {
  /** The last code given to `endWith`. */
  readonly code: ExitCode;
}

/** Reason of an abort by a signal. */
export class Interrupted extends Error {
  readonly exitCode: ExitCode;

  constructor(signal: "SIGINT" | "SIGTERM") {
    super("Interrupted.");
    this.name = "Interrupted";
    this.exitCode = signal === "SIGINT" ? exitCodes.interrupted : exitCodes.terminated;
  }
}

// One Ctrl-C may arrive twice: from the terminal's process group and from npm.
const echoMs = 1000;

/**
 * Handles signals of this process. The first ends the command in order. Another one, more than a second later, ends the
 * process at once.
 */
export function processContext(): ProcessContext {
  const { stdin, stdout, stderr, env } = process;
  const controller = new AbortController();
  const { signal } = controller;
  let code: ExitCode = exitCodes.done;
  let answeredBy: string | null = null;
  let interruptedAt = Number.POSITIVE_INFINITY;
  const interrupt = (name: "SIGINT" | "SIGTERM") => {
    const reason = new Interrupted(name);
    if (performance.now() - interruptedAt > echoMs) process.exit(reason.exitCode);
    interruptedAt = Math.min(interruptedAt, performance.now());
    controller.abort(reason);
  };
  process.on("SIGINT", () => interrupt("SIGINT"));
  process.on("SIGTERM", () => interrupt("SIGTERM"));
  const isTerminal = stdout.isTTY;
  return {
    stdout,
    stderr,
    isTerminal,
    hasColour: isTerminal && (env["NO_COLOR"] ?? "") === "" && env["TERM"] !== "dumb",
    env,
    signal,
    api: (options) =>
      new AdminClient(findConnection(options, env), signal, (address) => (answeredBy = address)),
    get answeredBy() {
      return answeredBy;
    },
    progress: (label, total) => showProgress(stderr, label, total),
    confirm: (question, yes) =>
      confirm({ stdin, stderr, signal, interrupt: () => interrupt("SIGINT") }, question, yes),
    endWith: (next) => {
      code = next;
    },
    get code() {
      return code;
    },
  };
}
