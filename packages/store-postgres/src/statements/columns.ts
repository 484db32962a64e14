import type { Statement, Value, Write } from "./statement.ts";

/** Values of rows by column, in the order of the names: what `givenRows` takes. */
export function columns<Row extends object, Name extends keyof Row>(
  rows: readonly Row[],
  ...names: readonly Name[]
): readonly Row[Name][][] {
  return names.map((name) => rows.map((row) => row[name]));
}

/** The write of these rows, or nothing when there are none. */
export function writesOf<Row>(
  statement: Statement,
  rows: readonly Row[],
  valuesOf: (rows: readonly Row[]) => readonly Value[],
): readonly Write[] {
  return rows.length === 0 ? [] : [{ statement, values: valuesOf(rows) }];
}
