import type { AdminClient } from "./http/admin-client.ts";
import type { ConnectionOptions } from "./http/connection.ts";
import type { ExitCode } from "./exit-code.ts";
import type { OutputStream } from "./output/output-stream.ts";
import type { Progress } from "./output/progress.ts";

/** Everything a command may use from its environment. */
export interface CommandContext {
  /** For results. */
  readonly stdout: OutputStream;
  /** For progress, hints and errors. */
  readonly stderr: OutputStream;
  /** Whether stdout is a terminal. */
  readonly isTerminal: boolean;
  /** Whether results may be coloured: stdout is a terminal, and `NO_COLOR` is not set. */
  readonly hasColour: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C and SIGTERM. A command may print what happened before it ends. */
  readonly signal: AbortSignal;
  /** Client for the gateway that options, environment and data directory name. @throws CommandError `usage` */
  api(options: ConnectionOptions): AdminClient;
  /** Address of the gateway whose answer is being read; `null` before the first answer. */
  readonly answeredBy: string | null;
  /** Shows the progress of long work on stderr. @param total `null` while unknown */
  progress(label: string, total: number | null): Progress;
  /** Resolves when the user confirms, or has passed `--yes`. @throws CommandError otherwise */
  confirm(question: string, yes: boolean): Promise<void>;
  /** Sets the exit code of a command that ends without an error. The last call counts. Default: 0. */
  endWith(code: ExitCode): void;
}
