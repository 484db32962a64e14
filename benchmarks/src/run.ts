import type { Case, CaseSettings } from "./case.ts";
import type { CaseResult, Figure, Row } from "./figure.ts";
import { holds } from "./key.ts";
import { say } from "./report/progress.ts";
import { tellValue } from "./report/tell.ts";

/** Results of a run. */
export interface Run {
  readonly figures: readonly Figure[];
  readonly rows: readonly Row[];
  readonly settings: Readonly<Record<string, string>>;
  /** One sentence for each case that threw. */
  readonly faults: readonly string[];
}

/** Runs the cases one after another. A case that throws gives no figures; the others still run. */
export async function runCases(cases: readonly Case[], settings: CaseSettings): Promise<Run> {
  const results: CaseResult[] = [];
  const faults: string[] = [];
  for (const one of cases) {
    say(one.name);
    try {
      results.push(await one.run(settings));
    } catch (error) {
      faults.push(`${one.name}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return {
    figures: results.flatMap(({ figures }) => figures),
    rows: results.flatMap(({ rows }) => rows),
    settings: Object.assign({}, ...results.map(({ settings }) => settings)) as Run["settings"],
    faults,
  };
}

/** Why a run fails, one sentence each: a case that threw, a missing key, a missed floor. */
export function failuresOf({ figures, faults }: Run, wanted: readonly string[]): readonly string[] {
  const measured = new Set(figures.map(({ key }) => key.name));
  const absent = wanted.filter((name) => !measured.has(name));
  const missed = figures.filter(({ key, value }) => !holds(key, value, key.floor));
  return [
    ...faults,
    ...absent.map((name) => `${name}: was not measured`),
    ...missed.map(
      ({ key, value }) =>
        `${key.name}: ${tellValue(value, key.unit)}, and must be ${key.bound} ${tellValue(key.floor, key.unit)}`,
    ),
  ];
}
