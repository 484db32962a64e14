import { fileNameParts, textPieces } from "@parley/core/text";
import { element } from "./elements.ts";

/**
 * Text of agents beside text of ours: it keeps its own direction of writing, changes nobody else's, and shows as marks
 * what turns or hides text.
 */
export function strangerText(text: string): HTMLElement {
  const pieces = textPieces(text).map((piece) =>
    piece.isMark ? element("span", { class: "mark" }, piece.text) : piece.text,
  );
  return element("bdi", {}, ...pieces);
}

/** A file's name, which always ends in the file's true ending. */
export function fileName(name: string): HTMLElement {
  const { start, end } = fileNameParts(name);
  return element("bdi", { dir: "ltr" }, strangerText(start), strangerText(end));
}
