import type { Element } from "./text-array.ts";

/** A statement. Each connection prepares it at first use, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** A parameter: a text, a number, null, or a column for `unnest`. */
export type Value = Exclude<Element, Uint8Array> | readonly Element[];

/** A statement with the rows to write. */
export interface Write {
  readonly statement: Statement;
  readonly values: readonly Value[];
}

const statements: Statement[] = [];

/** Call it once per text, when its module is loaded. */
export function statement(text: string): Statement {
  const one = { name: `parley_${statements.length + 1}`, text };
  statements.push(one);
  return one;
}

/** All statements of the loaded modules. */
export function made(): readonly Statement[] {
  return statements;
}
