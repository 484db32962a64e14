/**
 * A column as PostgreSQL reads an array. `pg` would quote and search every number of it, which takes it longer than
 * everything else that it does with a commit.
 */
export function arrayLiteral(column: readonly (string | number | Uint8Array | null)[]): string {
  let literal = "";
  for (const value of column) literal += literal === "" ? elementOf(value) : `,${elementOf(value)}`;
  return `{${literal}}`;
}

function elementOf(value: string | number | Uint8Array | null): string {
  if (value === null) return "NULL";
  if (typeof value === "number") return `${value}`;
  if (typeof value === "string") return `"${value.replace(/["\\]/g, "\\$&")}"`;
  return `"\\\\x${Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("hex")}"`;
}
