import stringWidth from "string-width";
import type { CommandContext } from "../command-context.ts";
import { cutMiddleTo, cutTo, padding } from "./display-width.ts";
import { plainText } from "./plain-text.ts";
import { type LinePart, printLine } from "./print-line.ts";
import type { TextStyle } from "./style.ts";

/** One column of a table. */
export interface Column<Row> {
  readonly title: string;
  /** It need not be safe for a terminal; the table makes it so. */
  text(row: Row): string;
  look?(row: Row): TextStyle | null;
  /** Cut when the terminal is too narrow. At most one column of a table. */
  readonly flexible?: true;
  /** Whether a row is cut in the middle because its end matters, as in a file name. */
  keepsEnd?(row: Row): boolean;
}

interface CellShape {
  readonly look: TextStyle | null;
  readonly cut: (text: string, width: number) => string;
}

const gap = "  ";
const narrowest = 12;

/** Prints rows under titles, aligned by display width. A second call continues below the first. */
export class Table<Row> {
  readonly #context: CommandContext;
  readonly #columns: readonly Column<Row>[];
  #widths: readonly number[];
  #begun = false;

  constructor(context: CommandContext, columns: readonly Column<Row>[]) {
    this.#context = context;
    this.#columns = columns;
    this.#widths = columns.map(({ title }) => stringWidth(title));
  }

  print(rows: readonly Row[]): void {
    if (rows.length === 0) return;
    const lines = rows.map((row) => this.#columns.map(({ text }) => plainText(text(row))));
    this.#widths = this.#fit(
      this.#widths.map((width, at) =>
        Math.max(width, ...lines.map((line) => stringWidth(line[at] ?? ""))),
      ),
    );
    if (!this.#begun) {
      this.#line(
        this.#columns.map(({ title }) => title),
        () => ({ look: "faint", cut: cutTo }),
      );
    }
    this.#begun = true;
    for (const [index, line] of lines.entries()) {
      const row = rows[index] as Row;
      this.#line(line, ({ look, keepsEnd }) => ({
        look: look?.(row) ?? null,
        cut: keepsEnd?.(row) === true ? cutMiddleTo : cutTo,
      }));
    }
  }

  #fit(widths: readonly number[]): readonly number[] {
    const { stdout, isTerminal } = this.#context;
    const flexible = this.#columns.findIndex(({ flexible }) => flexible === true);
    if (!isTerminal || stdout.columns === undefined || flexible === -1) return widths;
    const needed = widths.reduce((sum, width) => sum + width + gap.length, -gap.length);
    const excess = Math.max(0, needed - stdout.columns);
    return widths.map((width, at) =>
      at === flexible ? Math.max(Math.min(width, narrowest), width - excess) : width,
    );
  }

  #line(texts: readonly string[], shapeOf: (column: Column<Row>) => CellShape): void {
    const parts = this.#columns.flatMap((column, at): readonly LinePart[] => {
      const width = this.#widths[at] ?? 0;
      const isLast = at === this.#columns.length - 1;
      const { look, cut } = shapeOf(column);
      const text = cut(texts[at] ?? "", width);
      const painted = { text, look };
      return isLast ? [painted] : [painted, padding(text, width) + gap];
    });
    printLine(this.#context, ...parts);
  }
}
