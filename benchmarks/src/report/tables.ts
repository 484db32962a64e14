import type { Figure, Row } from "../figure.ts";
import type { Run } from "../run.ts";
import { tellValue } from "./tell.ts";
import { textTable } from "./text-table.ts";
import { verdictOf } from "./verdict.ts";

const keyColumns = ["key", "measure", "value", "floor", "goal", "spread", "rounds", "verdict"];

/** All results as text: the keys, then other rows of each case, then the settings. */
export function tablesOf({ figures, rows, settings }: Run): string {
  const parts: string[] = [];
  if (figures.length > 0) parts.push(textTable(keyColumns, figures.map(keyLine)));
  for (const [title, own] of Map.groupBy(rows, ({ table }) => table))
    parts.push(`${title}\n\n${rowTable(own)}`);
  const stacks = Object.entries(settings);
  if (stacks.length > 0) parts.push(textTable(["stack", "settings"], stacks));
  return parts.map((part) => `${part}\n`).join("\n");
}

function keyLine(figure: Figure): readonly string[] {
  const { key, value, rounds } = figure;
  return [
    key.name,
    key.measure,
    tellValue(value, key.unit),
    tellValue(key.floor),
    tellValue(key.goal),
    `${tellValue(Math.min(...rounds))} … ${tellValue(Math.max(...rounds))}`,
    String(rounds.length),
    verdictOf(figure),
  ];
}

function rowTable(rows: readonly Row[]): string {
  const columns = [...new Set(rows.flatMap(({ cells }) => Object.keys(cells)))];
  const lines = rows.map(({ name, cells }) => [
    name,
    ...columns.map((column) => tellCell(cells[column])),
  ]);
  return textTable(["", ...columns], lines);
}

function tellCell(cell: number | string | undefined): string {
  return typeof cell === "number" ? tellValue(cell) : (cell ?? "");
}
