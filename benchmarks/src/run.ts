import type { Case, CaseSettings } from "./case.ts";
import type { CaseResult, Figure, Row } from "./figure.ts";
import { say } from "./report/progress.ts";
import { tellValue } from "./report/tell.ts";
import { verdictOf } from "./report/verdict.ts";

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

/**
 * Why a run fails, one sentence each: a case that threw, a missing key, a floor that every round missed. A figure of a
 * smoke run only has to be a number above 0.
 */
export function failuresOf(
  { figures, faults }: Run,
  { wanted, smoke }: { readonly wanted: readonly string[]; readonly smoke: boolean },
): readonly string[] {
  const measured = new Set(figures.map(({ key }) => key.name));
  const absent = wanted.filter((name) => !measured.has(name));
  return [
    ...faults,
    ...absent.map((name) => `${name}: was not measured`),
    ...figures.flatMap((one) => (smoke ? strangeness(one) : missed(one))),
  ];
}

function missed(figure: Figure): readonly string[] {
  const { key, value } = figure;
  if (verdictOf(figure) !== "MISSED") return [];
  const floor = `${key.bound} ${tellValue(key.floor, key.unit)}`;
  return [`${key.name}: ${tellValue(value, key.unit)}, and must be ${floor}`];
}

function strangeness({ key, value }: Figure): readonly string[] {
  return value > 0 ? [] : [`${key.name}: ${tellValue(value, key.unit)} is no plausible figure`];
}
