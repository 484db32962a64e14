import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readMarkedPage, withoutMarks } from "../scripts/contract/clauses.ts";
import { type Evidence, findFaults } from "../scripts/contract/faults.ts";
import { fileExists, readPages, readTable, root } from "../scripts/contract/repository.ts";
import { readRows } from "../scripts/contract/rows.ts";
import { editOf } from "../scripts/contract/sabotage.ts";
import { sabotages } from "../scripts/sabotages/index.ts";

const page = `# A page

*(no clause)* Words that promise nothing.

| Field | Rule |
|---|---|
| **§1-1** a | One thing. **§1-2** Another. |

1. **R1a** A ruling.
`;
const row = (clause: string, title = "holds", sabotage = "break-it"): string =>
  `| ${clause} | says | \`a.test.ts\` › ${title} | \`${sabotage}\` |\n`;
const whole = row("§1-1") + row("§1-2", "is one of…") + row("R1a");
const breakIt = { id: "break-it", file: "a.ts", find: "x", replace: "y" };

const evidence = (table: string, more: Partial<Evidence> = {}): Evidence => ({
  pages: [readMarkedPage(page)],
  rows: readRows(table),
  sabotages: [breakIt],
  ran: [
    { file: "a.test.ts", path: ["a thing", "holds"], status: "passed" },
    { file: "a.test.ts", path: ["a thing", "is one of 1"], status: "passed" },
    { file: "a.test.ts", path: ["a thing", "is one of 2"], status: "passed" },
  ],
  seenRed: { [editOf(breakIt)]: ["a.test.ts › holds", "a.test.ts › is one of…"] },
  isSample: false,
  fileExists: (path) => path === "a.test.ts",
  ...more,
});

describe("the check of docs/contract.md", () => {
  it("finds no fault where every clause has a test that passed and was seen red", () => {
    expect(findFaults(evidence(whole))).toEqual([]);
  });

  it("asks a sample of sabotages only for those that were tried", () => {
    const other = { seenRed: { "another 0": ["a.test.ts › holds"] } };
    expect(findFaults(evidence(whole, other))).toHaveLength(3);
    expect(findFaults(evidence(whole, { ...other, isSample: true }))).toEqual([]);
    const missed = { seenRed: { [editOf(breakIt)]: [] }, isSample: true };
    expect(findFaults(evidence(whole, missed))).toHaveLength(3);
  });

  it.each([{}, null])("finds a sample in which no sabotage was seen red: %j", (seenRed) => {
    expect(findFaults(evidence(whole, { seenRed, isSample: true }))).toEqual([
      "no sabotage of the sample was seen red",
    ]);
  });

  it.each([
    ["a clause without a row", row("§1-1") + row("R1a"), ["§1-2 has no row"]],
    ["a row without a clause", whole + row("§9-9"), ["§9-9 is a row without a clause"]],
    [
      "a test that did not run",
      row("§1-1", "is gone") + row("§1-2") + row("R1a"),
      ["§1-1: did not run: a.test.ts › is gone", expect.stringContaining("not seen to turn red")],
    ],
    [
      "a sabotage that does not exist",
      row("§1-1", "holds", "no-such") + row("§1-2") + row("R1a"),
      ["§1-1: there is no sabotage no-such"],
    ],
    [
      "a row without a test",
      `| §1-1 | says | later | |\n${row("§1-2")}${row("R1a")}`,
      [expect.stringContaining("§1-1 names no test")],
    ],
    [
      "a row without a sabotage",
      `| §1-1 | says | \`a.test.ts\` › holds | |\n${row("§1-2")}${row("R1a")}`,
      ["§1-1: no sabotage for a.test.ts › holds"],
    ],
  ])("finds %s", (_what, table, faults) => {
    expect(findFaults(evidence(table))).toEqual(faults);
  });

  it.each(["failed", "skipped", "pending", "todo"])("finds a named test that %s", (status) => {
    const ran = evidence(whole).ran?.map((test) =>
      test.path[1] === "is one of 2" ? { ...test, status } : test,
    );
    expect(findFaults(evidence(whole, { ran: ran ?? null }))).toEqual([
      `§1-2: ${status}: a.test.ts › a thing > is one of 2`,
    ]);
  });

  it("finds a name that two tests have", () => {
    const ran = [...(evidence(whole).ran ?? []), ...(evidence(whole).ran ?? [])];
    expect(findFaults(evidence(row("§1-1") + row("§1-2") + row("R1a"), { ran }))).toContain(
      "§1-1: 2 tests are called a.test.ts › holds",
    );
  });

  it("finds a test file that is not there, also when no tests were run", () => {
    const faults = findFaults(evidence(whole, { ran: null, fileExists: () => false }));
    expect(faults).toEqual(["§1-1", "§1-2", "R1a"].map((id) => `${id}: there is no a.test.ts`));
  });

  it("finds a sabotage that was changed since it was seen red, or that no row names", () => {
    const changed = { ...breakIt, replace: "z" };
    expect(findFaults(evidence(whole, { sabotages: [changed] }))).toHaveLength(3);
    const idle = { ...breakIt, id: "idle" };
    expect(findFaults(evidence(whole, { sabotages: [breakIt, idle] }))).toEqual([
      "no row names the sabotage idle",
    ]);
  });

  it("finds a line without a mark, and a mark that is there twice", () => {
    const pages = [readMarkedPage(`${page}\nA promise that nobody marked.\n\n**R1a** Again.\n`)];
    expect(findFaults(evidence(whole, { pages }))).toEqual([
      "no mark: A promise that nobody marked.",
      "R1a marks two clauses",
    ]);
  });

  it("exits with 1 when a named test did not run", () => {
    const folder = mkdtempSync(join(tmpdir(), "parley-contract-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const report = join(folder, "report.json");
    writeFileSync(report, '{"testResults":[]}');
    const script = join(root, "scripts/check-contract.ts");
    const { status, stdout } = spawnSync(process.execPath, [script, report], { encoding: "utf8" });
    expect(stdout).toMatch(/^\d+ clauses, \d+ rows, [1-9]\d* faults$/m);
    expect(status).toBe(1);
  });
});

describe("docs/contract.md", () => {
  it("has a row for every clause, with a test file and a sabotage that are there", () => {
    const rows = readTable();
    const pages = readPages();
    expect(pages.flatMap(({ clauses }) => clauses).length).toBeGreaterThan(200);
    const faults = findFaults({
      pages,
      rows,
      sabotages,
      ran: null,
      seenRed: null,
      isSample: false,
      fileExists,
    });
    expect(faults).toEqual([]);
  });
});

describe("a marked page", () => {
  it("is the page as it was, but for its marks", () => {
    expect(withoutMarks("| **§1-1** a | b. **§1-2** c |\n- *(no clause)* d")).toBe(
      "| a | b. c |\n- d",
    );
  });
});
