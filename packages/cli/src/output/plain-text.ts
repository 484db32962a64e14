import { isolatedText, type TextPiece, textPieces, visibleText } from "@parley/core/text";

/**
 * Text of a visitor or a receiver, safe to print on one line of a terminal: line breaks and tabs become spaces, and what
 * acts on a terminal or turns or hides text becomes a mark such as `‹U+202E›`.
 */
export function plainText(text: string): string {
  return visibleText(text);
}

/**
 * JSON with the same meaning in which nothing can act on a terminal, turn or hide text; JSON itself leaves nearly all of
 * that as it is.
 */
export function plainJson(text: string): string {
  return text.split("\r\n").map(plainLines).join("\r\n");
}

// Outside its strings a return is white space, and there alone JSON lets one stand.
function plainLines(text: string): string {
  return textPieces(text, { lines: true })
    .map((piece) => (piece.isMark ? escaped(piece) : piece.text))
    .join("");
}

function escaped({ text }: TextPiece): string {
  const character = String.fromCodePoint(Number.parseInt(text.slice("‹U+".length), 16));
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

const fromTheRight =
  /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Plain text for a terminal, on which text that is written from the right must not reorder what stands beside it. Only
 * such text gets marks of isolation, which not every terminal hides; in a pipe there are none.
 */
export function isolatedOnTerminal(text: string): string {
  return fromTheRight.test(text) ? isolatedText(text) : text;
}
