/** A value of a column. */
export type Element = string | number | Uint8Array | null;

/**
 * A column as a PostgreSQL array in its text form.
 * @throws TypeError with the server's code for any other value, so that it counts as an error of one row.
 */
export function textArray(column: readonly Element[]): string {
  return `{${column.map(textOf).join(",")}}`;
}

function textOf(value: Element): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return `"${value.replaceAll(/["\\]/g, "\\$&")}"`;
  if (value instanceof Uint8Array) return `"\\\\x${Buffer.from(value).toString("hex")}"`;
  throw Object.assign(new TypeError(`an element is ${typeof value}`), { code: "22023" });
}
