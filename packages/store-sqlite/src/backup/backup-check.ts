import { type BackupFacts, ParleyError } from "@parley/core";
import { inThread } from "./copy-thread.ts";

const program = `
const copy = new Sqlite(data.path, { readonly: true, fileMustExist: true });
const one = (sql) => copy.prepare(sql).pluck().get();
const sound = one("pragma integrity_check(1)") === "ok";
answer(
  sound ? Object.fromEntries(Object.entries(data.questions).map(([fact, sql]) => [fact, one(sql)])) : null,
);
copy.close();
`;

/**
 * Opens a copy that nobody writes to, checks every page, and runs `questions`: SQL statements with one value each.
 * @throws ParleyError `backup-damaged`.
 */
export async function checkCopy(
  path: string,
  questions: Readonly<Record<string, string>> = {},
): Promise<BackupFacts> {
  try {
    const facts = await inThread<BackupFacts | null>(program, { path, questions });
    if (facts !== null) return facts;
  } catch (cause) {
    throw damagedError(path, cause);
  }
  throw damagedError(path);
}

function damagedError(path: string, cause?: unknown): ParleyError {
  return new ParleyError(
    "backup-damaged",
    `${path} is damaged or is not an SQLite database, so it cannot be restored: choose another backup.`,
    { cause },
  );
}
