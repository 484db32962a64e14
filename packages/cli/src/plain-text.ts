// Controls move the cursor or recolour the terminal; the others turn or hide the text around them.
const unsafe = /[\p{Cc}\p{Cs}\u{61c}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2066}-\u{2069}\u{feff}]/gu;

/**
 * Text of a visitor or a receiver, safe to print on one line of a terminal: control characters, lone surrogates and
 * marks that turn the direction of writing become U+FFFD, line breaks and tabs become spaces.
 */
export function plainText(text: string): string {
  return text.replaceAll(/\r\n|[\n\r\t\u2028\u2029]/g, " ").replaceAll(unsafe, "\u{fffd}");
}

/** JSON with the same meaning in which nothing can act on a terminal; JSON itself leaves U+007F to U+009F as they are. */
export function plainJson(text: string): string {
  // Outside its strings a return is white space, and there alone JSON lets one stand.
  return text
    .replaceAll(/\r(?!\n)/g, "\n")
    .replaceAll(unsafe, (character) =>
      /[\n\r\t]/.test(character) ? character : escaped(character),
    );
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
