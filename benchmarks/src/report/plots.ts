import type { Figure, Row } from "../figure.ts";
import type { Run } from "../run.ts";
import { barChart } from "./bar-chart.ts";
import { tellValue } from "./tell.ts";

/** One plot and its file name without extension. */
export interface Plot {
  readonly name: string;
  readonly svg: string;
}

/** The columns to draw. Each kind has its own plot. */
const kinds = [
  { name: "rates", caption: "per second, median of the rounds; more is better", of: /\/s$/ },
  { name: "latency", caption: "milliseconds, median of the rounds; less is better", of: /\bms$/ },
];
/** Beyond this factor from the floor, a figure is "much better" or "much worse". */
const farthest = 64;

/** All plots of a run: the distance of each key from its floor and goal; rates and latencies per table. */
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

/** Factor by which the value is better than the floor, for either kind of bound. */
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
