/** Parts a mark from the name behind it. Invisible, and no white space for most apps. */
const gap = "\u200b";

/** A link, whose marks can be written in another way that still works. */
const link = /https?:\/\/[^\s<>]+/gi;

/** Where a mention may begin: the gap goes behind the first character. */
const usual: readonly RegExp[] = [
  // Not the sign of an e-mail address, whose name begins with a letter or digit and ends with no full stop.
  /(?<![\p{L}\p{N}][_%+-]*)[@\uff20\ufe6b](?=[^\s\u200b])/gu,
  // Some apps find these everywhere.
  /[@\uff20\ufe6b](?=(?:all|channel|everyone|group|here|room|team)\b)/giu,
  /<(?=[@!#])/g,
  /\[(?=[@\uff20\ufe6b])/gu,
];

/**
 * A visitor's text in which an app finds no mention of anybody: `@all`, `@name`, `<!here>`, `<@U123>`, `[@name](…)`. An
 * invisible U+200B parts the mark from the name; in links, `@` becomes `%40`. E-mail addresses stay as they are. Doing it
 * twice changes nothing more.
 * @param own other forms that the app knows: the gap goes behind the first character of each match
 */
export function withoutMentions(text: string, own: readonly RegExp[] = []): string {
  const plain = text.replaceAll(link, (url) => url.replaceAll("@", "%40"));
  return [...usual, ...own].reduce(parted, plain);
}

function parted(text: string, pattern: RegExp): string {
  const flags = pattern.flags.includes("g") ? pattern.flags : `${pattern.flags}g`;
  return text.replaceAll(new RegExp(pattern.source, flags), (match) => {
    const [first = ""] = match;
    const rest = match.slice(first.length);
    return rest.startsWith(gap) ? match : `${first}${gap}${rest}`;
  });
}
