import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Account, environment, giveTo } from "./account.ts";
import type { Binaries } from "./binaries.ts";

export const superuser = "postgres";

/** Makes a cluster in `<directory>/data` whose only user is `postgres` with that password. @returns its path. */
export function makeDataDirectory(
  binaries: Binaries,
  directory: string,
  password: string,
  account: Account,
): string {
  const data = join(directory, "data");
  const passwordFile = join(directory, "password");
  writeFileSync(passwordFile, password, { mode: 0o600 });
  giveTo(account, passwordFile);
  const settings = ["--encoding=UTF8", "--locale=C", "--auth=md5", "--no-sync"];
  const user = [`--username=${superuser}`, `--pwfile=${passwordFile}`, `--pgdata=${data}`];
  const options = { ...account, env: environment(), cwd: directory, encoding: "utf8" } as const;
  const { status, stderr, error } = spawnSync(binaries.initdb, [...user, ...settings], options);
  if (status === 0) return data;
  throw new Error(`initdb failed: ${stderr ?? ""}`, { cause: error });
}
