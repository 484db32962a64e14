import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Account, giveTo } from "./account.ts";

/** Where one cluster lies, with its password and its log. */
export interface Home {
  readonly directory: string;
  /** Removed when the server ends. */
  readonly temporary: boolean;
}

/** The directory that was chosen, made when it is missing, or else a temporary one; it belongs to the account. */
export function openHome(chosen: string | undefined, account: Account): Home {
  const temporary = chosen === undefined;
  const directory = temporary ? mkdtempSync(join(tmpdir(), "parley-postgres-")) : resolve(chosen);
  if (!temporary) mkdirSync(directory, { recursive: true, mode: 0o700 });
  giveTo(account, directory);
  return { directory, temporary };
}
