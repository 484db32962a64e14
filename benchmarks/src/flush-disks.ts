import { spawnSync } from "node:child_process";

/**
 * Has everything that was written lately, by whomever, brought to the disk: by an installation or the turn before.
 * Otherwise it is brought there meanwhile, and only who syncs what it stores waits behind it. Where there is no `sync`, nothing happens.
 */
export function flushDisks(): void {
  spawnSync("sync", { stdio: "ignore" });
}
