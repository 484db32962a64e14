/** A file's name in two parts, which are to be isolated from each other. */
export interface FileNameParts {
  /** Holds an ellipsis at its end when the name was shortened. */
  readonly start: string;
  /** The ending that decides what opens the file, such as `.exe`; never shortened. */
  readonly end: string;
}

/** What a line of a page or a table has room for. */
const defaultLimit = 120;
const longestEnding = 20;
const endWithoutEnding = 10;
const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * Splits a file's name before its ending, so that the ending can always be shown, last and in order, whatever the
 * direction of the rest. A name without one is split only when it is too long.
 * @param limit most characters of both parts, as people see them
 */
export function fileNameParts(name: string, limit = defaultLimit): FileNameParts {
  // Windows drops dots and spaces behind a name.
  const bare = name.replace(/[.\s]+$/u, "");
  const dot = bare.lastIndexOf(".");
  if (dot === -1 || bare.length - dot > longestEnding) return withoutEnding(name, limit);
  const isShort = name.length - dot <= longestEnding;
  const end = isShort ? name.slice(dot) : `${bare.slice(dot)}…`;
  return { start: shortened(name.slice(0, dot), limit - end.length), end };
}

function withoutEnding(name: string, limit: number): FileNameParts {
  if (name.length <= limit) return { start: name, end: "" };
  const end = lastOf(name, endWithoutEnding);
  return { start: shortened(name.slice(0, -end.length), limit - endWithoutEnding), end };
}

function lastOf(text: string, count: number): string {
  const last = [...characters.segment(text.slice(-40 * count))].slice(-count);
  return last.map(({ segment }) => segment).join("");
}

function shortened(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let count = 0;
  let end = 0;
  for (const { index } of characters.segment(text)) {
    count += 1;
    if (count <= limit) end = index;
    else return `${text.slice(0, end)}…`;
  }
  return text;
}
