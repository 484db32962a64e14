import type { Element } from "./binary-array.ts";

/** One statement, prepared on a connection at its first use there and kept under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
  /** Of the parameters that are columns, by their places: the types of their elements. */
  readonly columns?: readonly (string | undefined)[];
}

/** What a parameter may be: text, a number, bytes, nothing, or a column of these for `unnest`. */
export type Value = Element | readonly Element[];

/** A statement with what it is to write. */
export interface Write {
  readonly statement: Statement;
  readonly values: readonly Value[];
}

const statements: Statement[] = [];
const combined = new Map<string, Statement>();

/** To be called once per text, when its module is loaded. */
export function statement(text: string): Statement {
  const one = { name: `parley_${statements.length + 1}`, text, columns: columnsOf(text) };
  statements.push(one);
  return one;
}

/** All statements of the modules that are loaded. */
export function made(): readonly Statement[] {
  return statements;
}

/**
 * Writes as one statement, which takes the database and the connection a part of what several do. None may touch a row
 * that another one touches: all of them see what was there before.
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
