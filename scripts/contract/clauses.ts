/** A marked page: its clauses, and lines without a mark. */
export interface MarkedPage {
  /** Ids such as `§4.2-1` or `R6d`, in the order of the page. */
  readonly clauses: readonly string[];
  /** Lines with words that start with neither a clause's mark nor `*(no clause)*`. */
  readonly unmarked: readonly string[];
}

const mark = /\*\*(§\d+(?:\.\d+)?-\d+|R\d+[a-z])\*\* /g;
const noClause = "*(no clause)* ";
const bullet = /^\s*(?:- |\d+\. |\| )?/;
const tableRule = /^\|(?:-+\|)+$/;

/** Reads a page in which every sentence, bullet and table row starts with a mark. */
export function readMarkedPage(text: string): MarkedPage {
  const lines = text.replace(/<!--[\s\S]*?-->/g, "").split("\n");
  const unmarked = lines.filter((line, index) => {
    const isTableHead = tableRule.test(line) || tableRule.test(lines[index + 1] ?? "");
    if (line.trim() === "" || line.startsWith("#") || isTableHead) return false;
    const words = line.replace(bullet, "");
    return !words.startsWith(noClause) && words.search(mark) !== 0;
  });
  return { clauses: [...text.matchAll(mark)].map(([, id]) => id ?? ""), unmarked };
}

/** The page without its marks. */
export function withoutMarks(text: string): string {
  return text
    .replace(/<!--[\s\S]*?-->\n*/g, "")
    .replace(mark, "")
    .replaceAll(noClause, "");
}
