const conversationId = /^-[A-Za-z0-9_-]{15}(?:\.[1-9]\d*)?$/;
const optionName = /^--[a-z]+(?:-[a-z]+)*$/;
const mark = "\u0000";

/** Ids are random, and one in 64 starts with a dash. Marks them, so that they are not parsed as options. */
export function markIdentifiers(words: readonly string[]): readonly string[] {
  return words.map((word) =>
    conversationId.test(word) && !optionName.test(word) ? `${mark}${word}` : word,
  );
}

/** Parses an argument that is the id of a conversation or a delivery. */
export function identifier(word: string): string {
  return word.startsWith(mark) ? word.slice(mark.length) : word;
}
