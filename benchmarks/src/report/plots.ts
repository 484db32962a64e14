import type { Figure, Row } from "../figure.ts";
import type { Run } from "../run.ts";
import { barChart } from "./bar-chart.ts";
import { tellValue } from "./tell.ts";

/** One drawing, and the name of its file without extension. */
export interface Plot {
  readonly name: string;
  readonly svg: string;
}

/** Which columns of the rows are drawn, each kind in a plot of its own. */
const kinds = [
  { name: "rates", caption: "per second, median of the rounds; more is better", of: /\/s$/ },
  { name: "latency", caption: "milliseconds, median of the rounds; less is better", of: /\bms$/ },
];
/** Past it on either side of the floor it is "much better" or "much worse". */
const farthest = 64;

/** Every drawing of a run: how far each key is from its floor and goal; rates and latencies per table. */
export function plotsOf({ figures, rows }: Run): readonly Plot[] {
  const tables = Map.groupBy(rows, ({ table }) => table);
  const ofTables = [...tables].flatMap(([title, own]) => plotsOfTable(title, own));
  return figures.length === 0 ? ofTables : [plotOfKeys(figures), ...ofTables];
}

function plotOfKeys(figures: readonly Figure[]): Plot {
  const groups = figures.map(({ key, value }) => ({
    name: key.name,
    values: [distance(key.bound, value, key.floor)],
    mark: distance(key.bound, key.goal, key.floor),
    label: `${tellValue(value, key.unit)} (${key.bound} ${tellValue(key.floor)}, goal ${tellValue(key.goal)})`,
  }));
  const caption = "times better than the floor (1); the mark is the goal; less than 1 is missed";
  const chart = { title: "Every figure beside its floor and its goal", caption, groups };
  return { name: "keys", svg: barChart({ ...chart, series: ["value"], scale: "log" }) };
}

/** How many times better than the floor, whichever side is better. */
function distance(bound: "at least" | "at most", value: number, floor: number): number {
  const times = bound === "at least" ? value / floor : floor / value;
  return Math.min(farthest, Math.max(1 / farthest, times));
}

function plotsOfTable(title: string, rows: readonly Row[]): readonly Plot[] {
  const columns = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  return kinds.flatMap(({ name, caption, of }) => {
    const series = columns.filter((column) => of.test(column) && rows.some(hasNumber(column)));
    if (series.length === 0) return [];
    const groups = rows
      .filter((row) => series.some((column) => hasNumber(column)(row)))
      .map((row) => ({ name: row.name, values: series.map((column) => numberIn(row, column)) }));
    const svg = barChart({ title, caption, series, groups, scale: "linear" });
    return [{ name: `${slug(title)}-${name}`, svg }];
  });
}

function hasNumber(column: string): (row: Row) => boolean {
  return (row) => numberIn(row, column) !== null;
}

function numberIn({ cells }: Row, column: string): number | null {
  const cell = cells[column];
  return typeof cell === "number" && Number.isFinite(cell) ? cell : null;
}

function slug(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}
