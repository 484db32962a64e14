import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmdirSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Account, canReach, giveTo } from "./account.ts";

/** Where one cluster lies, with its password and its log. */
export interface Home {
  readonly directory: string;
  /** Removed when the server ends. */
  readonly temporary: boolean;
}

/** Every user can reach it, and what lies there outlives a restart of the machine. */
const withinReach = "/var/tmp";

/** The directory that was chosen, made when it is missing, or else a temporary one; it belongs to the account. */
export function openHome(chosen: string | undefined, account: Account): Home {
  const temporary = chosen === undefined;
  const directory = temporary
    ? mkdtempSync(join(tmpdir(), "parley-postgres-"))
    : keptDirectory(resolve(chosen), account);
  giveTo(account, directory);
  return { directory, temporary };
}

/**
 * The directory itself; or, where the account cannot reach it, one that it can, to which the directory becomes a link. So
 * it is for root in a home of its own, as in most containers.
 */
function keptDirectory(chosen: string, account: Account): string {
  const found = lstatSync(chosen, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() === true) {
    if (existsSync(chosen)) return realpathSync(chosen);
    rmSync(chosen);
  }
  mkdirSync(chosen, { recursive: true, mode: 0o700 });
  giveTo(account, chosen);
  if (canReach(chosen, account) || readdirSync(chosen).length > 0) return chosen;
  const directory = mkdtempSync(join(withinReach, "parley-postgres-"));
  rmdirSync(chosen);
  symlinkSync(directory, chosen);
  return directory;
}
