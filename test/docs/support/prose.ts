/** A page of Markdown without its code blocks and comments. */
function withoutCode(page: string): string {
  return page.replaceAll(/<!--[^]*?-->/g, "").replaceAll(/^```[^]*?^```$/gm, "");
}

/** Text as it is read: a link is its words, and a piece of code one word. */
function asRead(text: string): string {
  return text
    .replaceAll(/`[^`]*`/g, "Code")
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[*_]{1,2}/g, "");
}

/** How many words a text has; a dash or an arrow is none. */
export function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{Letter}\p{Number}]/u.test(word)).length;
}

/** The sentences of a page: those of its paragraphs, list items and headings. Tables are left to `cellsOf`. */
export function sentencesOf(page: string): readonly string[] {
  const lines = withoutCode(page)
    .split("\n")
    .map((line) => (/^\s*(\||#)/.test(line) ? "" : line));
  const blocks = lines.join("\n").split(/\n\s*\n|\n(?=\s*(?:[-*]|\d+\.) )/);
  return blocks.flatMap((block) =>
    asRead(block.replaceAll(/\s+/g, " "))
      .split(/(?<=[.!?]["”)]?) (?=[^a-z])/)
      .map((sentence) => sentence.trim())
      .filter((sentence) => sentence !== ""),
  );
}

/** The cells of a page's tables. */
export function cellsOf(page: string): readonly string[] {
  const rows = withoutCode(page)
    .split("\n")
    .filter((line) => /^\s*\|/.test(line));
  return rows.flatMap((row) => asRead(row.replaceAll("\\|", "/")).split("|"));
}

/** Where a page's links lead, but for those to other sites. */
export function linksOf(page: string): readonly string[] {
  const links = [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => !/^[a-z]+:/.test(link));
}

/** The anchors of a page's headings, as they are made where Markdown is shown. */
export function anchorsOf(page: string): readonly string[] {
  return [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}\s-]/gu, "")
      .trim()
      .replaceAll(" ", "-"),
  );
}
