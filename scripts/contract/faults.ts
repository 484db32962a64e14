import type { MarkedPage } from "./clauses.ts";
import { isFamily, nameOf, type NamedTest, type RanTest, testsNamed } from "./named-test.ts";
import type { ContractRow } from "./rows.ts";
import { editOf, type Sabotage, type SeenRed } from "./sabotage.ts";

/** Everything that is compared with `docs/contract.md`. */
export interface Evidence {
  readonly pages: readonly MarkedPage[];
  readonly rows: readonly ContractRow[];
  readonly sabotages: readonly Sabotage[];
  /** Every test of the last run; `null`: no run. */
  readonly ran: readonly RanTest[] | null;
  /** The tests that each sabotage turned red; `null`: no run. */
  readonly seenRed: SeenRed | null;
  /** Only some sabotages ran, so rows of the others are not checked. */
  readonly isSample: boolean;
  readonly fileExists: (path: string) => boolean;
}

/** Contradictions between the contract, its table and the evidence, one sentence each. */
export function findFaults(evidence: Evidence): readonly string[] {
  return [
    ...pageFaults(evidence),
    ...coverageFaults(evidence),
    ...evidence.rows.flatMap((row) => rowFaults(row, evidence)),
    ...sabotageFaults(evidence),
    ...sampleFaults(evidence),
  ];
}

/** A sample without any sabotage proves nothing: `scripts/sabotage.ts` leaves an empty list when its run failed. */
function sampleFaults({ seenRed, isSample }: Evidence): string[] {
  const isEmpty = Object.keys(seenRed ?? {}).length === 0;
  return isSample && isEmpty ? ["no sabotage of the sample was seen red"] : [];
}

function pageFaults({ pages }: Evidence): string[] {
  const ids = pages.flatMap(({ clauses }) => clauses);
  return [
    ...pages.flatMap(({ unmarked }) => unmarked.map((line) => `no mark: ${line.trim()}`)),
    ...repeated(ids).map((id) => `${id} marks two clauses`),
  ];
}

function coverageFaults({ pages, rows }: Evidence): string[] {
  const clauses = new Set(pages.flatMap(({ clauses }) => clauses));
  const covered = new Set(rows.map(({ clause }) => clause));
  return [
    ...[...clauses].filter((id) => !covered.has(id)).map((id) => `${id} has no row`),
    ...[...covered].filter((id) => !clauses.has(id)).map((id) => `${id} is a row without a clause`),
  ];
}

function rowFaults(row: ContractRow, evidence: Evidence): string[] {
  if (row.test === null) return [`${row.clause} names no test: ${row.line.trim()}`];
  return [...testFaults(row.test, evidence), ...proofFaults(row.sabotage, row.test, evidence)].map(
    (fault) => `${row.clause}: ${fault}`,
  );
}

function testFaults(test: NamedTest, { ran, fileExists }: Evidence): string[] {
  if (!fileExists(test.file)) return [`there is no ${test.file}`];
  if (ran === null) return [];
  const found = testsNamed(test, ran);
  if (found.length === 0) return [`did not run: ${nameOf(test)}`];
  if (found.length > 1 && !isFamily(test))
    return [`${found.length} tests are called ${nameOf(test)}`];
  const unfit = found.filter(({ status }) => status !== "passed");
  return unfit.map(({ path, status }) => `${status}: ${test.file} › ${path.join(" > ")}`);
}

function proofFaults(
  id: string | null,
  test: NamedTest,
  { sabotages, seenRed, isSample }: Evidence,
): string[] {
  if (id === null) return [`no sabotage for ${nameOf(test)}`];
  const sabotage = sabotages.find((candidate) => candidate.id === id);
  if (sabotage === undefined) return [`there is no sabotage ${id}`];
  const red = seenRed?.[editOf(sabotage)];
  if (seenRed === null || (isSample && red === undefined)) return [];
  if (red?.includes(nameOf(test)) === true) return [];
  return [`${id} was not seen to turn red ${nameOf(test)}`];
}

function sabotageFaults({ sabotages, rows }: Evidence): string[] {
  const named = new Set(rows.map(({ sabotage }) => sabotage));
  return [
    ...repeated(sabotages.map(({ id }) => id)).map((id) => `two sabotages are called ${id}`),
    ...sabotages
      .filter(({ id }) => !named.has(id))
      .map(({ id }) => `no row names the sabotage ${id}`),
  ];
}

function repeated(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}
