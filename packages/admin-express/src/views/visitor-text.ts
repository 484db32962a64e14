/** A visitor's id in readable form: plain text, or the JSON string of `sender.id`. `42` and `"42"` give the same. */
export function visitorTextOf(text: string): string {
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : text;
  } catch {
    return text;
  }
}
