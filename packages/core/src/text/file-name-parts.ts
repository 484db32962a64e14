/** A file name in two parts, each to be isolated from the other's text direction. */
export interface FileNameParts {
  /** Ends with an ellipsis when the name was shortened. */
  readonly start: string;
  /** The file extension, such as `.exe`, which decides the program that opens the file; never shortened. */
  readonly end: string;
}

/** Fits one line of a page or a table cell. */
const defaultLimit = 120;
const longestEnding = 20;
const endWithoutEnding = 10;
const characters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * Splits a file name before its extension, so that the extension is always shown last, whatever the direction of
 * the rest. A name without an extension is split only when it is too long.
 * @param limit maximum number of characters (grapheme clusters) of both parts together
 */
export function fileNameParts(name: string, limit = defaultLimit): FileNameParts {
  // Windows ignores dots and spaces at the end of a name.
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
