/** Most characters a URL may have (rulings 7 and 9). */
export const urlLimit = 2048;

/**
 * Whether `text` is an absolute `http` or `https` URL without control characters. Says nothing about its length, nor
 * about whether it is wise to connect to it.
 */
export function isHttpUrl(text: string): boolean {
  return /^https?:\/\//i.test(text) && !hasControlCharacter(text) && URL.canParse(text);
}

// The URL parser drops tabs and line breaks, and readers of ours would not.
function hasControlCharacter(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
