import { spawnSync } from "node:child_process";

/**
 * Flushes everything written recently to disk, for example by an installation or the previous turn. Otherwise the
 * system flushes it during the measurement, and only a stack that syncs waits for it. Does nothing where `sync` is
 * missing.
 */
export function flushDisks(): void {
  spawnSync("sync", { stdio: "ignore" });
}
