/** One statement, prepared on a connection at its first use there and kept under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}

/** What a parameter may be: text, a number, bytes, nothing, or a column of these for `unnest`. */
export type Value =
  | string
  | number
  | Uint8Array
  | null
  | readonly (string | number | Uint8Array | null)[];

const statements: Statement[] = [];

/** To be called once per text, when its module is loaded. */
export function statement(text: string): Statement {
  const one = { name: `parley_${statements.length + 1}`, text };
  statements.push(one);
  return one;
}

/** All statements of the modules that are loaded. */
export function made(): readonly Statement[] {
  return statements;
}
