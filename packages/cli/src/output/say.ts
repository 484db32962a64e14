import type { OutputStream } from "./output-stream.ts";
import { isolatedOnTerminal, plainText } from "./plain-text.ts";
import { type Look, paint } from "./style.ts";

/** A part of a line. It need not be safe for a terminal. */
export type Part = string | Painted;

/** Text with a style. */
export interface Painted {
  readonly text: string;
  readonly look?: Look | null | undefined;
}

/** The part of the command's context that printing needs. */
export interface Speaker {
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly hasColour: boolean;
}

/** Prints one line of a result. Makes all parts safe for the terminal. */
export function say(context: Speaker, ...parts: readonly Part[]): void {
  context.stdout.write(
    `${parts
      .map((part) => shown(context, part))
      .join("")
      .trimEnd()}\n`,
  );
}

/** Prints one line on stderr: a hint, a state or an error. Safe like `say`, and never coloured. */
export function tell({ stderr }: Pick<Speaker, "stderr">, text: string): void {
  stderr.write(`${plainText(text).trimEnd()}\n`);
}

function shown(context: Speaker, part: Part): string {
  const { text: raw, look = null } = typeof part === "string" ? { text: part } : part;
  const plain = plainText(raw);
  const text = context.stdout.isTTY === true ? isolatedOnTerminal(plain) : plain;
  return !look || text === "" ? text : paint(context, look, text);
}
