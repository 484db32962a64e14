import type { Router } from "express";
import type { ServiceIdentifier } from "inversify";

/** An account whose password the console generated. The password is shown once and stored only as a hash. */
export interface FirstAccount {
  readonly email: string;
  readonly password: string;
}

/** Mounted by the host: `app.use("/console", consoleApp.router)`. Made by `agentConsole`. */
export interface ConsoleApp {
  /** The page, its assets, and the API under `api/`. Mount it at `/console`, before any body parser. */
  readonly router: Router;
  /** Set only on the start that generated the password. The host prints it once. */
  readonly firstAccount: FirstAccount | null;
  /** Email of the oldest admin who can sign in, as of the start; `null`: there is none. The host shows it at each start. */
  readonly adminEmail: string | null;
  /**
   * Ends all live event streams and refuses new ones, so that the host's listener can close. The gateway calls it again
   * on stop; a second call does nothing.
   */
  close(): void;
}
export const ConsoleApp = Symbol.for(
  "@parley/agent-console/ConsoleApp",
) as ServiceIdentifier<ConsoleApp>;
