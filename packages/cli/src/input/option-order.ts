const withValue = ["--url", "--token", "--data"] as const;
const alone = ["--json"] as const;

/** Options that may also stand before the command. */
export const movableOptions: readonly string[] = [...withValue, ...alone];

/**
 * Moves these options behind the command's name: `--json status` becomes `status --json`. Without a command they have
 * no meaning and are dropped.
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

/** How many words the option at this position takes; 0: not one of these options. */
function lengthOf(word: string): number {
  if (withValue.some((name) => name === word)) return 2;
  const [name = ""] = word.split("=", 1);
  return alone.some((name) => name === word) || withValue.some((known) => known === name) ? 1 : 0;
}
