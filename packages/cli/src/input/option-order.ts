const withValue = ["--url", "--token", "--data"] as const;
const alone = ["--json"] as const;

/** Options that may stand before the command too, for its help. */
export const movableOptions: readonly string[] = [...withValue, ...alone];

/**
 * Puts these options behind the words that name the command, whose options they are: `--json status` is `status --json`.
 * Without a command they mean nothing and are left out.
 */
export function commandFirst(words: readonly string[]): readonly string[] {
  const named: string[] = [];
  const moved: string[] = [];
  let at = 0;
  for (; at < words.length; at += 1) {
    const word = words[at] ?? "";
    const length = lengthOf(word);
    if (length > 0) {
      moved.push(...words.slice(at, at + length));
      at += length - 1;
    } else if (word.startsWith("-")) break;
    else named.push(word);
  }
  const rest = words.slice(at);
  return named.length === 0 ? rest : [...named, ...moved, ...rest];
}

/** How many words the option is that begins with this one; 0: it is none of these. */
function lengthOf(word: string): number {
  if (withValue.some((name) => name === word)) return 2;
  const [name = ""] = word.split("=", 1);
  return alone.some((name) => name === word) || withValue.some((known) => known === name) ? 1 : 0;
}
