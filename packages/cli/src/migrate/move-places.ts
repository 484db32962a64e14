import { basename, dirname, extname } from "node:path";
import { CommandError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";

/** Where the data of a gateway on SQLite lies. */
export interface SourcePlace {
  readonly directory: string;
  /** Of the store, within `directory`. */
  readonly fileName: string;
}

const sqlite = "sqlite:";
const usualName = "parley.db";

/** @param text `sqlite:<data directory>`, or `sqlite:<file>` where the store has another name. @throws CommandError `usage` */
export function sourcePlaceOf(text: string): SourcePlace {
  const path = text.startsWith(sqlite) ? text.slice(sqlite.length) : "";
  if (path === "") {
    throw new CommandError(
      exitCodes.usage,
      "--from must be sqlite: and the data directory of a gateway, as in sqlite:./data.",
    );
  }
  return extname(path) === ".db"
    ? { directory: dirname(path), fileName: basename(path) }
    : { directory: path, fileName: usualName };
}

/** The connection string of the target; never quoted, since it may hold a password. @throws CommandError `usage` */
export function targetOf(text: string | undefined): string {
  if (text !== undefined && /^postgres(?:ql)?:\/\//i.test(text)) return text;
  throw new CommandError(
    exitCodes.usage,
    text === undefined
      ? "--to, or DATABASE_URL, must be the address of a PostgreSQL database, as in postgres://user:password@host:5432/database."
      : "--to must be the address of a PostgreSQL database, as in postgres://user:password@host:5432/database.",
  );
}
