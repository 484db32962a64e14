import type { Clock, Diagnostician, Finding } from "@parley/core";
import { LoopDelay, openFiles } from "./process-facts.ts";
import { processFindings } from "./process-findings.ts";

/** Reports the state of this process. */
export class NodeDiagnostician implements Diagnostician {
  readonly name = "platform-node";
  readonly #clock: Clock | null;
  readonly #loopDelay = new LoopDelay();

  /** `clock`: this platform's clock, to compare with the machine's; `null` when the gateway uses another clock. */
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
