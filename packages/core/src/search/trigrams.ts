/** Enough to find candidates; each is compared with the words afterwards. */
const queryTrigrams = 24;

/** The trigrams of a folded text, each once: every three characters (code points) that follow each other. */
export function trigramsOf(text: string): readonly string[] {
  const characters = [...text];
  const trigrams = new Set<string>();
  for (let at = 0; at + 3 <= characters.length; at += 1)
    trigrams.add(characters.slice(at, at + 3).join(""));
  return [...trigrams];
}

/** Trigrams that every entry with these words has, at most 24. Empty when no word has three characters. */
export function trigramsOfWords(words: readonly string[]): readonly string[] {
  const all = [...new Set(words.flatMap(trigramsOf))];
  const step = Math.max(1, all.length / queryTrigrams);
  const count = Math.min(all.length, queryTrigrams);
  return Array.from({ length: count }, (_, index) => all[Math.floor(index * step)] ?? "");
}

/** Whether a folded text contains all words. */
export function containsWords(text: string, words: readonly string[]): boolean {
  return words.every((word) => text.includes(word));
}

/** A trigram as a 32-bit number, for indexes of numbers (FNV-1a). Two trigrams may have the same one. */
export function trigramNumber(trigram: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < trigram.length; at += 1)
    hash = Math.imul(hash ^ trigram.charCodeAt(at), 0x01000193);
  return hash | 0;
}
