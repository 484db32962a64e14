/**
 * For a `from`: the rows of which the parameters from `first` on are the columns, as `"number bigint, id text"` names
 * them with their types. `unnest` of several columns in a `from` would write each of them into a store of its own
 * first; here the server keeps nothing.
 */
export function givenRows(name: string, columns: string, first = 1): string {
  const values = columns.split(/,\s+/).map((column, index) => {
    const [as = "", type = ""] = column.split(" ");
    return `unnest($${first + index}::${type}[]) as ${as}`;
  });
  return `(select ${values.join(", ")}) as ${name}`;
}
