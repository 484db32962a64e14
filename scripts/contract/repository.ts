import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type MarkedPage, readMarkedPage } from "./clauses.ts";
import { type ContractRow, readRows } from "./rows.ts";

/** The repository's root. */
export const root = resolve(import.meta.dirname, "../..");

/** Where a run of the sabotages leaves what it saw, for the check that follows. */
export const seenRedPath = resolve(root, "node_modules/.cache/parley/seen-red.json");

/** The contract and the rulings. */
export function readPages(): readonly MarkedPage[] {
  return ["docs/spec.md", "docs/rulings.md"].map((path) => readMarkedPage(read(path)));
}

/** The table that says how each clause is proved. */
export function readTable(): readonly ContractRow[] {
  return readRows(read("docs/contract.md"));
}

/** A file of the repository, by its path from the root. */
export function read(path: string): string {
  return readFileSync(resolve(root, path), "utf8");
}

/** Whether there is such a file. */
export function fileExists(path: string): boolean {
  return existsSync(resolve(root, path));
}
