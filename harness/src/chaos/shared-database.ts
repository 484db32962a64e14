import { setTimeout as pause } from "node:timers/promises";
import type { EmbeddedPostgres } from "@parley/embedded-postgres";

/** The server that all nodes share. */
export class SharedDatabase {
  readonly #server: EmbeddedPostgres;
  #isUp = true;
  #restarts = 0;

  constructor(server: EmbeddedPostgres) {
    this.#server = server;
  }

  get isUp(): boolean {
    return this.#isUp;
  }

  /** How often it has gone away. */
  get restarts(): number {
    return this.#restarts;
  }

  /** As a crash does it: ended at once, and recovered `forMs` later. */
  async restart(forMs: number): Promise<void> {
    this.#isUp = false;
    this.#restarts += 1;
    await this.#server.kill();
    await pause(forMs);
    await this.#server.start();
    this.#isUp = true;
  }
}
