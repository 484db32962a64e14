import { statSync } from "node:fs";
import { faultFinding, type Finding, okFinding } from "@parley/core";
import { inThread } from "../backup/copy-thread.ts";
import { derivedData } from "./derived-data.ts";
import type { Disagreement } from "./integrity.ts";

/** A check of a file up to this size takes about a second. The doctor waits five. */
const checkedBytes = 64 * 1024 * 1024;
const mebibyte = 1024 * 1024;

// One transaction reads one state of the file, whatever is committed meanwhile. The checks read by the indexes.
const program = `
const file = new Sqlite(data.path, { readonly: true, fileMustExist: true });
file.exec("begin");
const told = file.prepare("pragma integrity_check").pluck().all().filter((line) => line !== "ok");
answer([
  { name: "indexes or pages", rows: told.length },
  ...(told.length > 0 ? [] : data.checks).map(({ name, wrong }) => ({ name, rows: file.prepare(wrong).get().n })),
]);
file.close();
`;

/** Whether indexes, counts and other derived data agree with the rows that they come from. */
export async function derivedFinding(path: string): Promise<Finding> {
  const { size } = statSync(path);
  if (size > checkedBytes) {
    return okFinding(
      "sqlite-derived",
      `The file has ${Math.floor(size / mebibyte)} MB, too much for a check while it is in use. Stop the gateway and run \`parley repair --check\` to check it.`,
    );
  }
  const checks = derivedData.map(({ name, wrong }) => ({ name, wrong }));
  const found = await inThread<readonly Disagreement[]>(program, { path, checks });
  const wrong = found.filter(({ rows }) => rows > 0);
  if (wrong.length === 0)
    return okFinding("sqlite-derived", "Indexes and counts agree with the messages.");
  const names = wrong.map(({ name, rows }) => `${name} (${rows})`).join(", ");
  return faultFinding(
    "sqlite-derived",
    `Some of what is computed from messages disagrees with them: ${names}.`,
    "Stop the gateway, make a copy of its directory, and run `parley repair`.",
  );
}
