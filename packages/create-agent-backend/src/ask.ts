import { createInterface } from "node:readline/promises";
import type { Readable, Writable } from "node:stream";
import { type Kind, kindNames, kinds } from "./kind.ts";
import { UsageError } from "./usage-error.ts";

/** The person at a terminal. */
export interface Terminal {
  readonly input: Readable;
  readonly output: Writable;
}

/** Asks until the answer fits. @param fits returns the value, or `null` for another try */
async function ask<Value>(
  terminal: Terminal,
  question: string,
  fits: (answer: string) => Value | null,
): Promise<Value> {
  const line = createInterface(terminal);
  const gone = new Promise<never>((_, reject) => {
    line.once("close", () =>
      reject(new UsageError("Nothing was answered, and nothing was written.")),
    );
  });
  try {
    for (;;) {
      const value = fits((await Promise.race([line.question(question), gone])).trim());
      if (value !== null) return value;
    }
  } finally {
    gone.catch(() => {});
    line.close();
  }
}

export function askDirectory(terminal: Terminal): Promise<string> {
  return ask(terminal, "Name of the package: ", (answer) => (answer === "" ? null : answer));
}

/** By its name, its beginning, or its number in the list. */
export function askKind(terminal: Terminal): Promise<Kind> {
  const rows = kindNames.map((kind, index) => `  ${index + 1}. ${kind}: ${kinds[kind]}`);
  const question = `${rows.join("\n")}\nKind of app: `;
  return ask(terminal, question, (answer) => {
    const named = kindNames.find((kind) => answer !== "" && kind.startsWith(answer));
    return named ?? kindNames[Number(answer) - 1] ?? null;
  });
}
