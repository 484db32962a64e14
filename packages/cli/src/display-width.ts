import stringWidth from "string-width";

const graphemes = new Intl.Segmenter();

/** The spaces that are missing after `text` up to `width` terminal cells. */
export function padding(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - stringWidth(text)));
}

/** `text` cut to `width` terminal cells, with an ellipsis when something is missing. */
export function cutTo(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  let cut = "";
  let used = 1;
  for (const { segment } of graphemes.segment(text)) {
    used += stringWidth(segment);
    if (used > width) break;
    cut += segment;
  }
  return `${cut}…`;
}
