const integer = /^-?(?:0|[1-9]\d*)$/;

/**
 * Converts a visitor's id from the command line into JSON text. Digits become an integer of any size. Text in double
 * quotes is JSON. Anything else becomes a string.
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
