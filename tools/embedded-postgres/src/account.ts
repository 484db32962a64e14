import { spawnSync } from "node:child_process";
import { chownSync } from "node:fs";

/** Under which user a program of PostgreSQL runs; empty: as we do. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

/** The number that systems use for nobody. */
const nobody = 65_534;

/** PostgreSQL refuses to run as root, so that root starts it as nobody. */
export function serverAccount(): Account {
  return process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
}

/** Gives a file or directory to the account. */
export function giveTo({ uid, gid }: Account, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid);
}

/** Whether a program of that account can work in the directory. */
export function canReach(directory: string, account: Account): boolean {
  if (account.uid === undefined) return true;
  const options = { ...account, env: environment(), cwd: "/", stdio: "ignore" } as const;
  return spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", directory], options).status === 0;
}

/** What a program of PostgreSQL may see of our environment: nothing that changes how it behaves. */
export function environment(): NodeJS.ProcessEnv {
  return { PATH: process.env["PATH"], LC_ALL: "C", TZ: "UTC" };
}
