import type { Clock, Diagnostician, Finding } from "@parley/core";
import { LoopDelay, openFiles } from "./process-facts.ts";
import { processFindings } from "./process-findings.ts";

/** How the process is. */
export class NodeDiagnostician implements Diagnostician {
  readonly name = "platform-node";
  readonly #clock: Clock | null;
  readonly #loopDelay = new LoopDelay();

  /** `clock`: this platform's own, which the machine's is compared with; `null` when the gateway lives by another. */
  constructor(clock: Clock | null) {
    this.#clock = clock;
  }

  async diagnose(): Promise<readonly Finding[]> {
    return processFindings({
      node: process.versions.node,
      clockAheadMs: this.#clock === null ? null : Date.now() - this.#clock.now(),
      loopDelayMs: this.#loopDelay.take(),
      files: await openFiles(),
    });
  }

  close(): void {
    this.#loopDelay.stop();
  }
}
