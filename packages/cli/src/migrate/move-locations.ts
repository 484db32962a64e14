import { basename, dirname, extname } from "node:path";
import { CommandError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";

/** Location of the data of a gateway on SQLite. */
export interface SourceLocation {
  readonly directory: string;
  /** File name of the store within `directory`. */
  readonly fileName: string;
}

const sqlite = "sqlite:";
const usualName = "parley.db";

/** @param text `sqlite:<data directory>`, or `sqlite:<file>` for another file name. @throws CommandError `usage` */
export function parseSource(text: string): SourceLocation {
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

/**
 * Connection string of the target. Never print it: it may contain a password.
 * @param to value of `--to`; otherwise `url`, the environment's `DATABASE_URL`, is used
 * @throws CommandError `usage`
 */
export function parseTarget(to: string | undefined, url: string | undefined): string {
  const text = to ?? url;
  if (text !== undefined && /^postgres(?:ql)?:\/\//i.test(text)) return text;
  const given = to === undefined ? "DATABASE_URL" : "--to";
  const where = text === undefined ? "--to, or DATABASE_URL," : given;
  throw new CommandError(
    exitCodes.usage,
    `${where} must be the address of a PostgreSQL database, as in postgres://user:password@host:5432/database.`,
  );
}
