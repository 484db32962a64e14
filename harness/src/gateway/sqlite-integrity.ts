import { repairStore } from "@parley/store-sqlite";

/** `ok`, or what is wrong with the file of an SQLite store that nobody has open: its pages, its indexes or its counts. */
export async function integrityOf(directory: string): Promise<string> {
  const { found } = await repairStore({ directory, isDry: true });
  return found.length === 0 ? "ok" : found.map(({ name, rows }) => `${name} (${rows})`).join(", ");
}
