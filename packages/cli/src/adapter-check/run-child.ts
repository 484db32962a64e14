import { fork } from "node:child_process";
import { on, once } from "node:events";
import { fileURLToPath } from "node:url";
import { CommandError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";
import type { ChildMessage } from "./child-message.ts";

const child = fileURLToPath(import.meta.resolve("#adapter-child"));

/**
 * Checks an adapter in a child process, and yields what that tells.
 * @param suites whether the suites run
 * @throws CommandError `failed`; the signal's reason when that aborts
 */
export async function* runChild(
  check: string,
  suites: boolean,
  signal: AbortSignal,
): AsyncGenerator<Exclude<ChildMessage, { type: "fault" }>, void, void> {
  const running = fork(child, [check, suites ? "suites" : "none"], {
    execArgv: execArgv(process.execArgv),
    // What the adapter prints is no result.
    stdio: ["ignore", 2, 2, "ipc"],
  });
  const over = new AbortController();
  // Messages may come after the exit, but not after the channel has closed.
  const end = Promise.all([once(running, "exit"), once(running, "disconnect")]).then(
    ([[code, how]]) => (code ?? how) as number | string,
  );
  const close = () => over.abort();
  end.then(close, close);
  try {
    const messages = on(running, "message", { signal: AbortSignal.any([signal, over.signal]) });
    for await (const [message] of messages as AsyncIterable<[ChildMessage]>) {
      if (message.type === "fault")
        throw new CommandError(exitCodes.failed, message.message, ...message.advice);
      yield message;
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!over.signal.aborted) throw error;
    const code = await end;
    if (code !== 0)
      throw new CommandError(exitCodes.failed, `The adapter ended its process: exit code ${code}.`);
  } finally {
    running.kill("SIGKILL");
  }
}

/** Without the condition of this repository's sources, which packages elsewhere have as well. */
function execArgv(values: readonly string[]): string[] {
  return values.filter((value) => !/^(?:--conditions|-C)=/.test(value));
}
