import type { NamedTest } from "./named-test.ts";

/** One row of `docs/contract.md`. */
export interface ContractRow {
  readonly clause: string;
  /** `null`: the cell names no test. */
  readonly test: NamedTest | null;
  /** Id; `null`: the cell names no sabotage. */
  readonly sabotage: string | null;
  /** The row's text, to find it again. */
  readonly line: string;
}

const clauseId = /^(?:§\d+(?:\.\d+)?-\d+|R\d+[a-z])$/;
const testCell = /^`([^`]+)` › (.+)$/;
const sabotageCell = /^`([a-z0-9-]+)`$/;

/** Reads every row whose first cell is a clause's id. A clause may have several rows. */
export function readRows(text: string): readonly ContractRow[] {
  return text.split("\n").flatMap((line) => {
    const cells = line.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll("\\|", "|"));
    const [, clause = "", , test = "", sabotage = ""] = cells;
    if (!clauseId.test(clause)) return [];
    return [
      { clause, test: readTest(test), sabotage: sabotageCell.exec(sabotage)?.[1] ?? null, line },
    ];
  });
}

function readTest(cell: string): NamedTest | null {
  const [, file, title] = testCell.exec(cell) ?? [];
  return file === undefined || title === undefined ? null : { file, title };
}
