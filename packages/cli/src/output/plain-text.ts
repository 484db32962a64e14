import { isolatedText, type TextPiece, textPieces, visibleText } from "@parley/core/text";

/**
 * Makes untrusted text safe for one line of a terminal. Line breaks and tabs become spaces. Characters that control the
 * terminal, change direction or hide text become marks such as `‹U+202E›`.
 */
export function plainText(text: string): string {
  return visibleText(text);
}

/**
 * Escapes a JSON text, so that it cannot control the terminal, change direction or hide text. Its meaning stays the
 * same.
 */
export function plainJson(text: string): string {
  return text.split("\r\n").map(plainLines).join("\r\n");
}

// JSON allows a line break only outside strings, where it is white space.
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
 * Like `plainText`, but isolates right-to-left text on a terminal, so that it cannot reorder its surroundings. Other
 * text gets no isolation marks, since some terminals show them. A pipe gets none.
 */
export function isolatedOnTerminal(text: string): string {
  return fromTheRight.test(text) ? isolatedText(text) : text;
}
