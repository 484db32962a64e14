import type { Element } from "./binary-array.ts";

/** A statement. Each connection prepares it at first use, under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** Element types of array parameters, by index. */
  readonly columns?: readonly (string | undefined)[];
}

/** A parameter: text, a number, bytes, null, or an array of these for `unnest`. */
export type Value = Element | readonly Element[];

/** A statement with the rows to write. */
export interface Write {
  readonly statement: Statement;
  readonly values: readonly Value[];
}

const statements: Statement[] = [];
const combined = new Map<string, Statement>();

/** Call it once per text, when its module is loaded. */
export function statement(text: string): Statement {
  const one = { name: `parley_${statements.length + 1}`, text, columns: columnsOf(text) };
  statements.push(one);
  return one;
}

/** All statements of the loaded modules. */
export function made(): readonly Statement[] {
  return statements;
}

/**
 * Combines writes into one statement, which is cheaper for the database and the connection. No two may change the same
 * row: each sees the state before all of them.
 */
export function together(writes: readonly Write[]): Write {
  const values = writes.flatMap((write) => write.values);
  const name = writes
    .map(({ statement }) => statement.name)
    .join(" ")
    .replaceAll("parley_", "");
  const known = combined.get(name);
  if (known !== undefined) return { statement: known, values };
  let before = 0;
  const parts = writes.map((write, index) => {
    const text = write.statement.text.replace(/\$(\d+)/g, (_, one) => `$${before + Number(one)}`);
    before += write.values.length;
    return `part_${index} as (${text})`;
  });
  const text = `with ${parts.join(",\n")} select`;
  const statement = { name, text, columns: columnsOf(text) };
  combined.set(name, statement);
  return { statement, values };
}

function columnsOf(text: string): readonly (string | undefined)[] {
  const columns: (string | undefined)[] = [];
  for (const [, place, type] of text.matchAll(/\$(\d+)::(\w+)\[\]/g))
    columns[Number(place) - 1] = type;
  return columns;
}
