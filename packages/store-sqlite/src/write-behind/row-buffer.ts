import type { Value } from "../connection/statement-runner.ts";

/** How many rows one statement writes, unless told otherwise: twice as many would save hardly more. */
const defaultTogether = 8;

/** The statements that write rows of one kind. */
export interface RowKind {
  readonly one: string;
  /** For `together` rows, one after the other. */
  readonly several: string;
  readonly together: number;
  /** How many values a row has. */
  readonly width: number;
}

/**
 * `before`: the statement up to its rows; `row`: what stands for one of them, such as `(?, 0, ?)`; `after`: what stands
 * behind the last.
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
 * Rows on their way into tables: written together, each costs a quarter to a half less than by a statement of its own.
 * Those of one kind are written in their order; no kind may depend on another.
 */
export class RowBuffer {
  readonly #run: RunStatement;
  /** By the kinds that came since the last flush. */
  readonly #waiting = new Map<RowKind, Value[]>();

  constructor(run: RunStatement) {
    this.#run = run;
  }

  /** @throws what a statement throws; then none of the rows that waited is written by a later one. */
  add(kind: RowKind, ...values: Value[]): void {
    const waiting = this.#waitingOf(kind);
    waiting.push(...values);
    if (waiting.length < kind.width * kind.together) return;
    this.#waiting.delete(kind);
    this.#write(kind.several, waiting);
  }

  /** Writes what waits. @throws as `add`. */
  flush(): void {
    if (this.#waiting.size === 0) return;
    const waiting = [...this.#waiting];
    this.discard();
    for (const [{ one, width }, values] of waiting)
      for (let from = 0; from < values.length; from += width)
        this.#write(one, values.slice(from, from + width));
  }

  /** Forgets what waits. */
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
