/** A part of an untrusted text, ready to be shown. */
export interface TextPiece {
  readonly text: string;
  /** Whether it is a mark such as `‹U+202E›`, which replaces a character that would reorder or hide text. */
  readonly isMark: boolean;
}

/** Options of `textPieces`. */
export interface TextPieceOptions {
  /** Whether line breaks and tabs stay, for text in a block of its own; else they become spaces. Default: false. */
  readonly lines?: boolean;
}

const joining =
  "Adlam Arabic Balinese Bengali Devanagari Gujarati Gurmukhi Javanese Kannada Khmer Malayalam " +
  "Mandaic Mongolian Myanmar Nko Oriya Sinhala Syriac Tamil Telugu Tibetan";
// Variation selectors belong to a script as well, and are not letters.
const letter = `(?!\\p{DI})[${joining.replaceAll(/\S+/g, "\\p{scx=$&}").replaceAll(" ", "")}]`;
const tags = (text: string): string =>
  [...text].map((character) => `\\u{e00${character.charCodeAt(0).toString(16)}}`).join("");

/** Invisible characters that are legitimate where they stand: names and emoji need them. */
const kept = [
  // Joiners: Persian and Indic words, family and profession emoji.
  `(?<=${letter})\\u200c(?=${letter})`,
  `(?<=${letter})\\u200d`,
  "(?<=\\p{Extended_Pictographic}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?)\\u200d(?=\\p{Extended_Pictographic})",
  // One variation selector after a visible character.
  "(?<=[^\\p{DI}\\p{Cc}\\s])[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]",
  "(?<=(?!\\p{DI})\\p{Script=Mongolian})[\\u180b-\\u180f]",
  // The flags of England, Scotland and Wales.
  `(?<=\\u{1f3f4})(?:${["eng", "sct", "wls"].map((name) => tags(`gb${name}`)).join("|")})\\u{e007f}`,
].join("|");
const marked = "[\\p{Cc}\\p{Cs}\\p{DI}\\u2028\\u2029\\ufff9-\\ufffb]";
// The lookahead comes first because most characters match neither group.
const special = new RegExp(`(?=${marked})(?:${kept}|(${marked}))`, "gu");

/**
 * Untrusted text, in order, for a place next to the gateway's own text.
 * Control characters, invisible characters and characters that change the text direction become marks. Those that
 * names and emoji need stay. The caller must isolate the text.
 */
export function textPieces(text: string, options: TextPieceOptions = {}): readonly TextPiece[] {
  const spaced = options.lines
    ? text.replaceAll(/\r\n?/g, "\n")
    : text.replaceAll(/\r\n|[\n\r\t]/g, " ");
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of spaced.matchAll(special)) {
    const [, character] = match;
    if (character === undefined || (options.lines && /[\n\t]/.test(character))) continue;
    if (match.index > from) pieces.push({ text: spaced.slice(from, match.index), isMark: false });
    pieces.push({ text: markOf(character), isMark: true });
    from = match.index + character.length;
  }
  if (from < spaced.length) pieces.push({ text: spaced.slice(from), isMark: false });
  return pieces;
}

/** The same as one line of plain text, for titles, labels and terminals. */
export function visibleText(text: string): string {
  return textPieces(text)
    .map((piece) => piece.text)
    .join("");
}

/** The same between U+2068 and U+2069, so that it cannot reorder the plain text around it. */
export function isolatedText(text: string): string {
  return `\u2068${visibleText(text)}\u2069`;
}

function markOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
}
