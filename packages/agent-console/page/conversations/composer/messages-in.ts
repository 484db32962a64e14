import { splitAtWords, textLimit } from "./split-text.ts";

/** At most this many messages of a conversation may wait for each other (ruling 18). */
export const partLimit = 20;
/** No longer text is split while it is typed: it could not be sent anyway. In UTF-16 units. */
const longestText = 2 * textLimit * (partLimit + 1);

/** The messages as which a text is sent; none when it is blank. More than `partLimit` cannot be sent. */
export function messagesIn(text: string): readonly string[] {
  const parts = splitAtWords(text.slice(0, longestText));
  return parts.length > partLimit ? parts : parts.filter((part) => part.trim() !== "");
}
