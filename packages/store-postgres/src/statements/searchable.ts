/**
 * An id as the database can be asked for it: PostgreSQL takes no NUL in a text, and no id that was ever given holds
 * one, or is empty.
 */
export function searchable(id: string): string {
  return id.includes("\u0000") ? "" : id;
}
