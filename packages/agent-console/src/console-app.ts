import type { Router } from "express";
import type { ServiceIdentifier } from "inversify";

/** An account whose password was made by the console: shown once, kept only as a hash. */
export interface FirstAccount {
  readonly email: string;
  readonly password: string;
}

/** What a host mounts: `app.use("/console", consoleApp.router)`. Made by `agentConsole`. */
export interface ConsoleApp {
  /** The page, its files and the API under `api/`. Must be mounted at `/console`, and before any body parser. */
  readonly router: Router;
  /** Only on the start that made the account's password; the host prints it once. Else `null`. */
  readonly firstAccount: FirstAccount | null;
  /**
   * Ends every live event stream and opens no more, so that the host's listener can close. Called again when the
   * gateway stops; calling it twice does nothing.
   */
  close(): void;
}
export const ConsoleApp = Symbol.for(
  "@parley/agent-console/ConsoleApp",
) as ServiceIdentifier<ConsoleApp>;
