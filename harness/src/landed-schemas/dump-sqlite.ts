import Database from "better-sqlite3";

interface Entry {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

/** A database file as SQL that makes it again in an empty file. */
export function dumpSqlite(path: string): string {
  const file = new Database(path, { readonly: true, fileMustExist: true });
  try {
    const entries = file
      .prepare<[], Entry>(
        "select type, name, sql from sqlite_schema where sql is not null and name not like 'sqlite\\_%' escape '\\'",
      )
      .all();
    const tables = entries.filter(({ type }) => type === "table");
    const others = entries.filter(({ type }) => type !== "table");
    const virtual = tables.filter(({ sql }) => /^create virtual/i.test(sql));
    // SQLite makes them, and their first rows, with their virtual table.
    const isInner = ({ name }: Entry) => virtual.some((one) => name.startsWith(`${one.name}_`));
    const rowsIn = (one: Entry) =>
      rowsOf(file, one.name, isInner(one) ? "insert or replace" : "insert");
    const parts = [
      ...tables.filter((one) => !isInner(one)).map(({ sql }) => sql),
      ...tables.filter((one) => !virtual.includes(one)).flatMap(rowsIn),
      ...others.map(({ sql }) => sql),
      ...["user_version", "application_id"].map(
        (pragma) => `pragma ${pragma} = ${String(file.pragma(pragma, { simple: true }))}`,
      ),
    ];
    return `${parts.join(";\n")};\n`;
  } finally {
    file.close();
  }
}

/** Makes the file of a dump. */
export function restoreSqlite(path: string, sql: string): void {
  const file = new Database(path);
  try {
    // Else the tables of virtual tables could not be written.
    file.unsafeMode();
    file.transaction(() => file.exec(sql))();
  } finally {
    file.close();
  }
}

function rowsOf(file: Database.Database, table: string, insert: string): readonly string[] {
  const columns = file
    .prepare<[string], string>("select name from pragma_table_info(?)")
    .pluck()
    .all(table);
  const values = columns.map((name) => `quote("${name}")`).join(" || ', ' || ");
  return file
    .prepare<[], string>(`select ${values} from "${table}"`)
    .pluck()
    .all()
    .map((row) => `${insert} into "${table}" values (${row})`);
}
