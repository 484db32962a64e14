import type { Case } from "../../src/case.ts";
import { type CaseResult, figure } from "../../src/figure.ts";

/** A case that returns these figures at once. */
export function fakeCase(values: Readonly<Record<string, readonly number[]>>): Case {
  const figures = Object.entries(values).map(([name, rounds]) => figure(name, rounds));
  const row = { table: "Fakes", name: "parley", cells: { "accepted/s": 8_123.4, note: "one" } };
  return caseThat(Object.keys(values), async () => ({
    figures,
    rows: [row],
    settings: { parley: "full sync" },
  }));
}

/** A case that runs `run`. */
export function caseThat(gives: readonly string[], run: () => Promise<CaseResult>): Case {
  return { name: `fake ${gives.join(" ")}`, gives, missing: () => [], run };
}
