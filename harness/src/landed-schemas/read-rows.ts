import Database from "better-sqlite3";

/** Reads a SQLite file beside a program that uses it. */
export function readRows<Row>(path: string, query: string): readonly Row[] {
  const file = new Database(path, { readonly: true, fileMustExist: true });
  try {
    return file.prepare<[], Row>(query).all();
  } finally {
    file.close();
  }
}
