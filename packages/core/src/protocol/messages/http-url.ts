/** Maximum number of characters of a URL (rulings 7 and 9). */
export const urlLimit = 2048;

/**
 * Whether `text` is an absolute `http` or `https` URL without control characters. Checks neither its length nor
 * whether connecting to it is safe.
 */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && !hasControlCharacter(text) && URL.canParse(text);
}

// The URL parser drops tabs and line breaks; other readers of the text would not.
function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
