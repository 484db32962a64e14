import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Account, environment, giveTo } from "./account.ts";
import type { Binaries } from "./binaries.ts";

export const superuser = "postgres";

/** Where a cluster is to be made. */
export interface ClusterPlace {
  readonly directory: string;
  /** Whether it is on the disk before it counts as made. */
  readonly synced: boolean;
}

/** Makes a cluster in `<directory>/data` whose only user is `postgres` with that password. @returns its path. */
export function makeDataDirectory(
  binaries: Binaries,
  { directory, synced }: ClusterPlace,
  password: string,
  account: Account,
): string {
  // Under this name until it is whole: a start that is cut off leaves nothing that looks like a cluster.
  const draft = join(directory, "draft");
  const passwordFile = passwordFileIn(directory);
  rmSync(draft, { recursive: true, force: true });
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo(account, passwordFile);
  const syncing = synced ? [] : ["--no-sync"];
  const settings = ["--encoding=UTF8", "--locale=C", "--auth=md5", ...syncing];
  const user = [`--username=${superuser}`, `--pwfile=${passwordFile}`, `--pgdata=${draft}`];
  const options = { ...account, env: environment(), cwd: directory, encoding: "utf8" } as const;
  const { status, stderr, error } = spawnSync(binaries.initdb, [...user, ...settings], options);
  if (status !== 0) {
    const why = error === undefined ? stderr : `${directory} is out of reach: ${error.message}`;
    throw new Error(`initdb failed: ${why}`, { cause: error });
  }
  const data = join(directory, "data");
  renameSync(draft, data);
  return data;
}

export function newPassword(): string {
  return randomBytes(16).toString("hex");
}

/** The password of the cluster in that directory; `null`: there is none yet. */
export function keptPassword(directory: string): string | null {
  if (!existsSync(join(directory, "data"))) return null;
  return readFileSync(passwordFileIn(directory), "utf8");
}

function passwordFileIn(directory: string): string {
  return join(directory, "password");
}
