import type { AdminClient } from "./http/admin-client.ts";
import type { ConnectionOptions } from "./http/connection.ts";
import type { ExitCode } from "./exit-code.ts";
import type { OutputStream } from "./output/output-stream.ts";
import type { Progress } from "./output/progress.ts";

/** Everything a command may use of the world around it. */
export interface CommandContext {
  /** For results. */
  readonly stdout: OutputStream;
  /** For progress, hints and errors. */
  readonly stderr: OutputStream;
  /** Whether results go to a terminal. */
  readonly isTerminal: boolean;
  /** Whether results may be coloured: on a terminal without `NO_COLOR`. */
  readonly hasColour: boolean;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C and SIGTERM. A command that ends by itself after that may say what happened. */
  readonly signal: AbortSignal;
  /** The gateway that options, environment and data directory name. @throws CommandError `usage` */
  api(options: ConnectionOptions): AdminClient;
  /** Address of the gateway whose answer is being read; `null` as long as none came. */
  readonly answeredBy: string | null;
  /** Shows how far long work is, on stderr. @param total `null` while nobody knows */
  progress(label: string, total: number | null): Progress;
  /** Resolves when the person says yes, or said so with `--yes`. @throws CommandError otherwise */
  confirm(question: string, yes: boolean): Promise<void>;
  /** The exit code of a command that ends without an error; the last one counts. Default: 0. */
  endWith(code: ExitCode): void;
}
