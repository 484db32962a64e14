import stringWidth from "string-width";
import type { CommandContext } from "../command-context.ts";
import { padding } from "./display-width.ts";
import { plainText } from "./plain-text.ts";
import { say } from "./say.ts";
import type { Look } from "./style.ts";

/** One line about a thing: its name, what holds, and perhaps how that looks. */
export type Fact = readonly [name: string, text: string, look?: Look];

/** Prints facts one below the other, their texts aligned; names and texts need not be safe for terminals. */
export function printFacts(context: CommandContext, facts: readonly Fact[]): void {
  const width = Math.max(...facts.map(([name]) => stringWidth(plainText(name))));
  for (const [name, text, look] of facts) {
    const gap = `${padding(plainText(name), width)}  `;
    say(context, { text: name, look: "faint" }, gap, { text, look });
  }
}
