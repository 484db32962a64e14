import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Account, environment } from "./account.ts";
import type { Binaries } from "./binaries.ts";
import { Guardian } from "./guardian.ts";

const startLimitMs = 30_000;
const stopLimitMs = 15_000;
const lookMs = 15;
/** Of the log, in the message of a start that failed. */
const shownCharacters = 2_000;

/** What one run of a server needs. */
export interface ServerPlace {
  readonly binaries: Binaries;
  readonly account: Account;
  /** Holds `data` and `server.log`. */
  readonly directory: string;
  /** Whether the directory is removed when we die. */
  readonly temporary: boolean;
  readonly port: number;
  /** `name=value` for the server's command line. */
  readonly settings: readonly string[];
}

/** One run of a server process, from its start to its end. */
export class Server {
  readonly #child: ChildProcess;
  readonly #guardian: Guardian;
  readonly #ended: Promise<void>;
  #running = true;

  private constructor(child: ChildProcess, place: ServerPlace) {
    this.#child = child;
    this.#guardian = new Guardian(child.pid ?? 0, place.temporary ? place.directory : null);
    this.#ended = new Promise((resolve) => {
      child.once("close", () => {
        this.#running = false;
        this.#guardian.dismiss();
        resolve();
      });
    });
    child.unref();
  }

  /** Resolves when it takes connections. @throws Error with the end of its log. */
  static async start(place: ServerPlace): Promise<Server> {
    const server = new Server(launch(place), place);
    const limit = performance.now() + startLimitMs;
    while (server.#running && performance.now() < limit) {
      if (isReady(place, server.processId)) return server;
      await pause(lookMs);
    }
    await server.end("SIGKILL");
    const log = readFileSync(logOf(place), "utf8").slice(-shownCharacters);
    throw new Error(`PostgreSQL did not start:\n${log}`);
  }

  get processId(): number {
    return this.#child.pid ?? 0;
  }

  get running(): boolean {
    return this.#running;
  }

  /** SIGINT: fast shutdown. SIGQUIT: at once, as a crash of the database. */
  async end(signal: "SIGINT" | "SIGQUIT" | "SIGKILL"): Promise<void> {
    if (!this.#running) return;
    this.#child.ref();
    this.#child.kill(signal);
    const force = setTimeout(() => this.#child.kill("SIGKILL"), stopLimitMs);
    await this.#ended;
    clearTimeout(force);
  }
}

function launch(place: ServerPlace): ChildProcess {
  const { binaries, account, directory, port, settings } = place;
  const fixed = ["listen_addresses=127.0.0.1", "unix_socket_directories=", `port=${port}`];
  const words = [...fixed, ...settings].flatMap((setting) => ["-c", setting]);
  const log = openSync(logOf(place), "a", 0o600);
  try {
    return spawn(binaries.postgres, ["-D", join(directory, "data"), ...words], {
      ...account,
      cwd: directory,
      env: environment(),
      stdio: ["ignore", log, log],
      detached: true,
    });
  } finally {
    closeSync(log);
  }
}

/** Its last line says so; its first tells whose file it is. */
function isReady({ directory }: ServerPlace, processId: number): boolean {
  try {
    const lines = readFileSync(join(directory, "data", "postmaster.pid"), "utf8").split("\n");
    return lines[0] === String(processId) && lines[7]?.trim() === "ready";
  } catch {
    return false;
  }
}

function logOf({ directory }: ServerPlace): string {
  return join(directory, "server.log");
}
