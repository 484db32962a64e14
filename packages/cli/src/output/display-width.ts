import stringWidth from "string-width";

const graphemes = new Intl.Segmenter();

/** Spaces that fill `text` up to `width` terminal cells. */
export function padding(text: string, width: number): string {
  return " ".repeat(Math.max(0, width - stringWidth(text)));
}

/** `text` cut to `width` terminal cells; an ellipsis marks a cut. */
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

/** `text` cut in the middle, with an ellipsis there. Its end stays. */
export function cutMiddleTo(text: string, width: number): string {
  if (stringWidth(text) <= width) return text;
  const endWidth = Math.floor(width / 2);
  let end = "";
  for (const { segment } of [...graphemes.segment(text)].toReversed()) {
    if (stringWidth(segment + end) > endWidth) break;
    end = segment + end;
  }
  const rest = text.slice(0, text.length - end.length);
  return cutTo(rest, width - stringWidth(end)) + end;
}
