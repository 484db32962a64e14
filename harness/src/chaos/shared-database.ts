import { setTimeout as pause } from "node:timers/promises";
import type { EmbeddedPostgres } from "@parley/embedded-postgres";

/** The server that all nodes share. */
export class SharedDatabase {
  readonly #server: EmbeddedPostgres;
  #isUp = true;

  constructor(server: EmbeddedPostgres) {
    this.#server = server;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** As a crash does it: ended at once, and recovered `forMs` later. */
  async restart(forMs: number): Promise<void> {
    this.#isUp = false;
    await this.#server.kill();
    await pause(forMs);
    await this.#server.start();
    this.#isUp = true;
  }
}
