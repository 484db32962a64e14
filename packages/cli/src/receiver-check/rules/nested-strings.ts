const deepest = 32;

/**
 * Every string value in a JSON text, without keys. JSON inside a string is parsed once more. Text that is not JSON is
 * returned itself.
 */
export function nestedStrings(text: string): string[] {
  const value = parsed(text);
  return value === undefined ? [text] : stringsIn(value, deepest);
}

function stringsIn(value: unknown, levels: number): string[] {
  if (typeof value === "string") {
    const inner = /^\s*[{[]/.test(value) ? parsed(value) : undefined;
    return inner === undefined || levels <= 0 ? [value] : [value, ...stringsIn(inner, 0)];
  }
  if (typeof value !== "object" || value === null || levels < -deepest) return [];
  return Object.values(value).flatMap((member) => stringsIn(member, levels - 1));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
