import type { Value } from "../connection/statement-runner.ts";

/** Default number of rows per statement. Twice as many would save hardly more. */
const defaultTogether = 8;

/** The statements that write rows of one kind. */
export interface RowKind {
  readonly one: string;
  /** For `together` rows. */
  readonly several: string;
  readonly together: number;
  /** Number of values per row. */
  readonly width: number;
}

/**
 * `before`: the statement up to its rows; `row`: the placeholder of one row, such as `(?, 0, ?)`; `after`: the rest of
 * the statement.
 */
export function rowKind(
  before: string,
  row: string,
  { after = "", together = defaultTogether } = {},
): RowKind {
  const rows = Array.from({ length: together }, () => row).join(", ");
  return {
    one: `${before} ${row}${after}`,
    several: `${before} ${rows}${after}`,
    together,
    width: row.split("?").length - 1,
  };
}

/** Runs a statement. */
export type RunStatement = (sql: string, values: readonly Value[]) => void;

/**
 * Buffers rows, so that several are written by one statement. That costs a quarter to a half less. Rows of one kind
 * keep their order; kinds must not depend on each other.
 */
export class RowBuffer {
  readonly #run: RunStatement;
  /** Only kinds that were added since the last flush. */
  readonly #waiting = new Map<RowKind, Value[]>();

  constructor(run: RunStatement) {
    this.#run = run;
  }

  /** @throws the error of a statement. Then none of the buffered rows is written later. */
  add(kind: RowKind, ...values: Value[]): void {
    const waiting = this.#waitingOf(kind);
    waiting.push(...values);
    if (waiting.length < kind.width * kind.together) return;
    this.#waiting.delete(kind);
    this.#write(kind.several, waiting);
  }

  /** Writes the buffered rows. @throws as `add`. */
  flush(): void {
    if (this.#waiting.size === 0) return;
    const waiting = [...this.#waiting];
    this.discard();
    for (const [{ one, width }, values] of waiting)
      for (let from = 0; from < values.length; from += width)
        this.#write(one, values.slice(from, from + width));
  }

  /** Drops the buffered rows. */
  discard(): void {
    this.#waiting.clear();
  }

  #waitingOf(kind: RowKind): Value[] {
    const known = this.#waiting.get(kind);
    if (known !== undefined) return known;
    const waiting: Value[] = [];
    this.#waiting.set(kind, waiting);
    return waiting;
  }

  #write(sql: string, values: readonly Value[]): void {
    try {
      this.#run(sql, values);
    } catch (error) {
      this.discard();
      throw error;
    }
  }
}
