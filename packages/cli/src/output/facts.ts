import stringWidth from "string-width";
import type { CommandContext } from "../command-context.ts";
import { padding } from "./display-width.ts";
import { plainText } from "./plain-text.ts";
import { printLine } from "./print-line.ts";
import type { TextStyle } from "./style.ts";

/** One line: a name, its value, and optionally a style. */
export type Fact = readonly [name: string, text: string, look?: TextStyle];

/** Prints facts in lines with aligned values. Makes names and values safe for the terminal. */
export function printFacts(context: CommandContext, facts: readonly Fact[]): void {
  const width = Math.max(...facts.map(([name]) => stringWidth(plainText(name))));
  for (const [name, text, look] of facts) {
    const gap = `${padding(plainText(name), width)}  `;
    printLine(context, { text: name, look: "faint" }, gap, { text, look });
  }
}
