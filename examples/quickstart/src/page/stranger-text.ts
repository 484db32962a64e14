import { fileNameParts, textPieces } from "@parley/core/text";
import { element } from "./elements.ts";

/**
 * Text of agents beside our own. It keeps its own text direction and does not affect its surroundings. Characters that
 * change direction or hide text appear as marks.
 */
export function strangerText(text: string): HTMLElement {
  const pieces = textPieces(text).map((piece) =>
    piece.isMark ? element("span", { class: "mark" }, piece.text) : piece.text,
  );
  return element("bdi", {}, ...pieces);
}

/** A file name that always shows the true extension at the end. */
export function fileName(name: string): HTMLElement {
  const { start, end } = fileNameParts(name);
  return element("bdi", { dir: "ltr" }, strangerText(start), strangerText(end));
}
