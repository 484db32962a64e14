/** The nesting limit of a gateway. */
export const nestingLimit = 32;

/**
 * Whether JSON nests deeper than `nestingLimit`. Checked before parsing, because a reviver is called recursively.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') index = endOfString(text, index);
    else if (character === "]" || character === "}") depth -= 1;
    else if ((character === "[" || character === "{") && (depth += 1) > nestingLimit) return true;
  }
  return false;
}

function endOfString(text: string, start: number): number {
  for (let index = start + 1; index < text.length; index += 1) {
    if (text[index] === "\\") index += 1;
    else if (text[index] === '"') return index;
  }
  return text.length;
}
