/** An aligned Markdown table. Numbers are right-aligned. */
export function textTable(
  columns: readonly string[],
  lines: readonly (readonly string[])[],
): string {
  const widths = columns.map((column, index) =>
    Math.max(3, column.length, ...lines.map((line) => line[index]?.length ?? 0)),
  );
  const toRight = columns.map((_, index) => lines.every((line) => isNumber(line[index] ?? "")));
  const put = (line: readonly string[]): string =>
    `| ${widths.map((width, index) => pad(line[index] ?? "", width, toRight[index])).join(" | ")} |`;
  const rule = widths.map((width, index) =>
    toRight[index] ? `${"-".repeat(width - 1)}:` : "-".repeat(width),
  );
  return [put(columns), `| ${rule.join(" | ")} |`, ...lines.map(put)].join("\n");
}

function pad(text: string, width: number, toRight = false): string {
  return toRight ? text.padStart(width) : text.padEnd(width);
}

function isNumber(text: string): boolean {
  return /^(|[-\d][\d.,]*( .*)?)$/.test(text);
}
