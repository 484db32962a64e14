import { resolve } from "node:path";
import { landedFiles } from "../../harness/src/landed-schemas/files.ts";

/** The first account of the landed consoles. */
export const landedAccount = { email: "ada@shop.test", password: "correct horse battery" };

/** The first schema of a kind that has landed, with the rows of its day, as SQL. */
export function firstLanded(kind: string): string {
  const root = resolve(import.meta.dirname, "../..");
  const found = landedFiles(root).find((file) => file.kind === kind && file.version === 1);
  if (found === undefined) throw new Error(`there is no first landed schema of ${kind}`);
  return found.sql;
}
