import type { Figure } from "./figure.ts";

/** A table for a terminal, which is also Markdown. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(({ name, value, goal, holds }) => [
    name,
    value,
    goal,
    holds === null ? "" : holds ? "yes" : "NO",
  ]);
  const all = [["figure", "measured", "goal", "holds"], ...rows];
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...all.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  const rule = `|${widths.map((width) => "-".repeat(width + 2)).join("|")}|`;
  return [line(all[0] ?? []), rule, ...all.slice(1).map(line)].join("\n");
}
