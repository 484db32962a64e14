/**
 * A `from` item whose columns are the parameters from `first` on. `columns` gives their names and types: `"number
 * bigint, id text"`. `unnest` of several columns in a `from` would first copy each into its own store; this form copies
 * nothing.
 */
export function givenRows(name: string, columns: string, first = 1): string {
  const values = columns.split(/,\s+/).map((column, index) => {
    const [as = "", type = ""] = column.split(" ");
    return `unnest($${first + index}::${type}[]) as ${as}`;
  });
  return `(select ${values.join(", ")}) as ${name}`;
}
