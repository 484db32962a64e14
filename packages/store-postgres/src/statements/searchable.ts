/** An id that is safe in a query. PostgreSQL accepts no NUL in a text. No real id contains one, or is empty. */
export function searchable(id: string): string {
  return id.includes("\u0000") ? "" : id;
}
