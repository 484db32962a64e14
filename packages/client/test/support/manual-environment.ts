import type { Environment } from "../../src/environment.ts";

/** Time that passes only in pauses, all at once; chance always falls in the middle. */
export class ManualEnvironment implements Environment {
  nowMs = 0;
  readonly pausesMs: number[] = [];

  now(): number {
    return this.nowMs;
  }

  fraction(): number {
    return 0.5;
  }

  async pause(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    this.pausesMs.push(delayMs);
    this.nowMs += delayMs;
  }
}
