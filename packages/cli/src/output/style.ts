import { styleText } from "node:util";

/** Styles of results. Words always carry the same information as the colour. */
export type TextStyle = "strong" | "faint" | "good" | "doubtful" | "bad";

const formats = {
  strong: "bold",
  faint: "dim",
  good: "green",
  doubtful: "yellow",
  bad: "red",
} as const;

/** `text` with a style, when colours are allowed. */
export function applyStyle(
  { hasColour }: { readonly hasColour: boolean },
  look: TextStyle,
  text: string,
): string {
  return hasColour ? styleText(formats[look], text, { validateStream: false }) : text;
}
