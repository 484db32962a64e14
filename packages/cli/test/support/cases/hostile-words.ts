/** Characters that control a terminal: title and clipboard, colour, C1 controls, reordered text, a line break, NUL. */
export const hostile =
  "\u001b]0;title\u0007\u001b[31m\u009b2J\u202e\r\nfake line\r\tfake line\u2028\u0085\u0000";

/** `word` followed by these characters. */
export const ugly = (word: string): string => word + hostile;

// What progress bars, questions and panels do themselves: hide and show the cursor, go to a column, go up, erase.
// oxlint-disable-next-line no-control-regex
const own = /\u001b\[(?:\?(?:25|7)[hl]|\d*[AGKJ])|\u001b[78]/g;
// oxlint-disable-next-line no-control-regex
const acting = /[\u0000-\u0009\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u202e]|\r(?!\r*\n)/;

/** The first control sequence in `shown` that is not the program's own; `null` when there is none. */
export function actingIn(shown: string): string | null {
  return acting.exec(shown.replaceAll(own, ""))?.[0] ?? null;
}
