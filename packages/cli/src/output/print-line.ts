import type { OutputStream } from "./output-stream.ts";
import { isolatedOnTerminal, plainText } from "./plain-text.ts";
import { type TextStyle, applyStyle } from "./style.ts";

/** A part of a line. It need not be safe for a terminal. */
export type LinePart = string | StyledText;

/** Text with a style. */
export interface StyledText {
  readonly text: string;
  readonly look?: TextStyle | null | undefined;
}

/** The part of the command's context that printing needs. */
export interface LineOutput {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly hasColour: boolean;
}

/** Prints one line of a result. Makes all parts safe for the terminal. */
export function printLine(context: LineOutput, ...parts: readonly LinePart[]): void {
  context.stdout.write(
    `${parts
      .map((part) => shown(context, part))
      .join("")
      .trimEnd()}\n`,
  );
}

/** Prints one line on stderr: a hint, a state or an error. Safe like `say`, and never coloured. */
export function printNotice({ stderr }: Pick<LineOutput, "stderr">, text: string): void {
  stderr.write(`${plainText(text).trimEnd()}\n`);
}

function shown(context: LineOutput, part: LinePart): string {
  const { text: raw, look = null } = typeof part === "string" ? { text: part } : part;
  const plain = plainText(raw);
  const text = context.stdout.isTTY === true ? isolatedOnTerminal(plain) : plain;
  return !look || text === "" ? text : applyStyle(context, look, text);
}
