import { basename, dirname, extname } from "node:path";
import { CommandError } from "../command-error.ts";
import { exitCodes } from "../exit-code.ts";

/** Location of the data of a gateway on SQLite. */
export interface SourceLocation {
  readonly directory: string;
  /** File name of the store within `directory`. */
  readonly fileName: string;
}

/** Media directories of a move. */
export interface MediaLocations {
  readonly from: string;
  readonly to: string;
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

/**
 * @param from value of `--media`
 * @param to value of `--media-to`
 * @returns `null` when neither is given
 * @throws CommandError `usage`
 */
export function parseMedia(
  from: string | undefined,
  to: string | undefined,
): MediaLocations | null {
  if (from === undefined && to === undefined) return null;
  if (from && to) return { from, to };
  throw new CommandError(
    exitCodes.usage,
    "--media and --media-to belong together: give the media directory of the gateway, and the directory to move its files to.",
  );
}
