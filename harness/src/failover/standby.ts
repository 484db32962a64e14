import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type EmbeddedPostgres, startPostgres } from "@parley/embedded-postgres";

/**
 * Copies the data of a server that does not run right now, and starts a second one on it, which follows `source` until it
 * is promoted. What is left of it lies in the directory of the first, and goes with that.
 */
export function startStandby(
  primary: EmbeddedPostgres,
  source: string,
  settings: Readonly<Record<string, string>>,
): Promise<EmbeddedPostgres> {
  const home = dirname(primary.dataDirectory);
  const directory = join(home, "standby");
  const data = join(directory, "data");
  mkdirSync(directory);
  copy(join(home, "password"), join(directory, "password"));
  copy(primary.dataDirectory, data);
  rmSync(join(data, "postmaster.pid"), { force: true });
  writeFileSync(join(data, "standby.signal"), "");
  return startPostgres({ directory, settings: { ...settings, primary_conninfo: source } });
}

/** With owners and modes as they are. */
function copy(from: string, to: string): void {
  const { status, stderr } = spawnSync("cp", ["-a", from, to], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${from} could not be copied: ${stderr}`);
}
