const integer = /^-?(?:0|[1-9]\d*)$/;

/**
 * JSON text of a visitor's id as a person writes it: digits are an integer of any size, text in double quotes is JSON,
 * anything else is the string itself.
 */
export function recipientIdOf(text: string): string {
  if (integer.test(text)) return text;
  return JSON.stringify(quotedText(text) ?? text);
}

function quotedText(text: string): string | null {
  if (!text.startsWith('"')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : null;
  } catch {
    return null;
  }
}
