/** One piece of a text that is folded without its neighbours, and where it lies in the text. */
export interface FoldedPiece {
  readonly folded: string;
  /** UTF-16 positions in the text. */
  readonly start: number;
  readonly end: number;
}

// NFKC joins a character with the marks behind it, and Korean letters to syllables. No piece joins with the next one.
const mark = "[\\p{M}\\uff9e\\uff9f]";
const korean =
  "[\\u1100-\\u115f\\ua960-\\ua97c\\uac00-\\ud7a3\\u3131-\\u314e][\\u1160-\\u11ff\\ud7b0-\\ud7fb\\u314f-\\u3163]*";
const piece = new RegExp(`(?:${korean}|[^])${mark}*`, "gu");
const plain = /^[ -~]*$/;

/**
 * A text as search compares it: compatible forms (NFKC) are one, upper and lower case are one, invisible characters are
 * gone, and white space is one space. It depends on no locale. Stores index the result, and queries go through the
 * same function.
 */
export function foldText(text: string): string {
  const folded = plain.test(text)
    ? text.toLowerCase()
    : foldPieces(text)
        .map((one) => one.folded)
        .join("");
  return folded.replaceAll(/ +/g, " ").trim();
}

/** The pieces of a text, in order. Together they are `foldText`, apart from the number of spaces. */
export function foldPieces(text: string): readonly FoldedPiece[] {
  return Array.from(text.toWellFormed().matchAll(piece), (match) => {
    const [characters] = match;
    return { folded: fold(characters), start: match.index, end: match.index + characters.length };
  });
}

/** Upper case first: it makes one of what lower case alone keeps apart, such as ß and ss, or the two small sigmas. */
function fold(characters: string): string {
  const folded = characters.normalize("NFKC").toUpperCase().toLowerCase().normalize("NFKC");
  return folded
    .replaceAll(/[\p{White_Space}\p{Cc}]/gu, " ")
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, "")
    .replaceAll("i\u0307", "i");
}
