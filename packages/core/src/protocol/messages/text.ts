/** Maximum number of Unicode code points of a text, in both directions (§2.4, ruling 8). */
export const textLimit = 1000;

const highSurrogate = { from: 0xd800, to: 0xdbff };

/** Whether `text` has more than `limit` Unicode code points; a lone surrogate counts as one. */
export function isLonger(text: string, limit: number): boolean {
  return text.length > limit && (text.length > 2 * limit || [...text].length > limit);
}

/**
 * Makes `text` well-formed (a lone surrogate becomes U+FFFD) and cuts it to its first `limit` Unicode code points.
 * `cut` is `true` only when code points were cut off.
 */
export function cutText(
  text: string,
  limit: number,
): { readonly text: string; readonly cut: boolean } {
  const whole = text.toWellFormed();
  const end = endOfPart(whole, 0, limit);
  return end === whole.length
    ? { text: whole, cut: false }
    : { text: whole.slice(0, end), cut: true };
}

/**
 * Splits `text` into parts of at most `limit` (≥ 1) code points, in order. Joined, they are the whole text, made
 * well-formed. An empty text gives one empty part (ruling 8, `split`).
 */
export function splitText(text: string, limit: number): string[] {
  const whole = text.toWellFormed();
  const parts: string[] = [];
  let start = 0;
  do {
    const end = endOfPart(whole, start, limit);
    parts.push(whole.slice(start, end));
    start = end;
  } while (start < whole.length);
  return parts;
}

function endOfPart(text: string, start: number, limit: number): number {
  if (text.length - start <= limit) return text.length;
  let end = start;
  for (let points = 0; points < limit && end < text.length; points += 1) {
    end += isPairAt(text, end) ? 2 : 1;
  }
  return end;
}

// In well-formed text a high surrogate is always followed by a low one.
function isPairAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return code >= highSurrogate.from && code <= highSurrogate.to;
}

/** Copies a text. V8 keeps a slice of a longer text, such as a body, in memory together with the whole of it. */
export function ownText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
