import { styleText } from "node:util";

/** The looks that results have; colour never says what words do not say as well. */
export type TextStyle = "strong" | "faint" | "good" | "doubtful" | "bad";

const formats = {
  strong: "bold",
  faint: "dim",
  good: "green",
  doubtful: "yellow",
  bad: "red",
} as const;

/** `text` with a look, where results may be coloured. */
export function applyStyle(
  { hasColour }: { readonly hasColour: boolean },
  look: TextStyle,
  text: string,
): string {
  return hasColour ? styleText(formats[look], text, { validateStream: false }) : text;
}
