/** The same schemas without additional properties, except where the document names none at all. */
export function closed(value: object): object {
  const fields = Object.entries(value).map(([key, item]) => [key, closedItem(item)] as const);
  const copy: Record<string, unknown> = Object.fromEntries(fields);
  const named = Object.keys(copy["properties"] ?? {}).length;
  const isOpen = copy["type"] === "object" && named > 0 && !("additionalProperties" in copy);
  return isOpen ? { ...copy, additionalProperties: false } : copy;
}

function closedItem(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closedItem);
  return typeof value === "object" && value !== null ? closed(value) : value;
}
