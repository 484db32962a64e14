/** A visitor as people write one: plain text, or the JSON string that `sender.id` was. `42` and `"42"` are alike. */
export function visitorTextOf(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : text;
  } catch {
    return text;
  }
}
