import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { type MarkedPage, readMarkedPage } from "./clauses.ts";
import { type ContractRow, readRows } from "./rows.ts";

/** The repository's root. */
export const root = resolve(import.meta.dirname, "../..");

/** Where a run of the sabotages stores its results for the contract's check. */
export const seenRedPath = resolve(root, "node_modules/.cache/parley/seen-red.json");

/** The contract and the rulings. */
export function readPages(): readonly MarkedPage[] {
  return ["docs/spec.md", "docs/rulings.md"].map((path) => readMarkedPage(read(path)));
}

/** The table that says how each clause is tested. */
export function readTable(): readonly ContractRow[] {
  return readRows(read("docs/contract.md"));
}

/** Content of a file, by its path from the root. */
export function read(path: string): string {
  return readFileSync(resolve(root, path), "utf8");
}

/** Whether the file exists. */
export function fileExists(path: string): boolean {
  return existsSync(resolve(root, path));
}
