import assert from "node:assert/strict";
import { join } from "node:path";
import { QuickstartProcess } from "./quickstart-process.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

/** The quickstarts of one test file. All are stopped, and their data deleted. */
export class QuickstartRuns {
  readonly #scratch = temporaryDirectory();
  readonly #running = new Set<QuickstartProcess>();
  #directories = 0;

  /** A directory of these runs. */
  get path(): string {
    return this.#scratch.path;
  }

  /** A data directory that does not exist yet. */
  freshData(): string {
    this.#directories += 1;
    return join(this.path, `data-${this.#directories}`);
  }

  /** Starts a quickstart and waits until it is ready. */
  async start(data: string, environment: Record<string, string> = {}): Promise<QuickstartProcess> {
    const started = await QuickstartProcess.start(data, environment);
    this.#running.add(started);
    return started;
  }

  /** A start that must fail without a stack. Returns its output. */
  async refused(data: string, environment: Record<string, string> = {}): Promise<string> {
    const quiet = { PARLEY_INSECURE_LOOPBACK: "0", ...environment };
    const spawned = await QuickstartProcess.spawn(data, quiet);
    this.#running.add(spawned);
    assert.equal(await spawned.exited, 1);
    assert.equal(spawned.stdout, "");
    assert.doesNotMatch(spawned.stderr, /^\s+at |Error:/m);
    return spawned.stderr;
  }

  /** For `afterAll`. */
  async end(): Promise<void> {
    await Promise.all([...this.#running].map((one) => one.kill()));
    this.#scratch.remove();
  }
}
