import type { Canary } from "./canary.ts";
import type { Caught } from "./trial.ts";

const intro = `# Canaries

Small wrong versions of the engine and of the stores. Each was put into a copy of the repository, and the checks were asked
one after the other: the simulator, then the published suites. The first that noticed stands in its row, with the
promise it saw broken and the processor time it took; ten seconds is the most it may take.

Made by \`npm run canaries -- --write\`, never by hand. Every run compares the names, and wants all caught that it tries: CI a tenth of them, which its commit's hash picks.

| canary | what is wrong | caught by | what it saw broken | CPU s |
|---|---|---|---|---|
`;
const rowId = /^\| `([a-z0-9-]+)` \|/gm;

/** The page about the canaries, from the results of a run. */
export function pageOf(rows: readonly (readonly [Canary, Caught])[]): string {
  const lines = rows.map(([{ id, wrong }, { check, broken, cpuSeconds }]) =>
    ["", `\`${id}\``, wrong, check, broken.replaceAll("|", "\\|"), cpuSeconds.toFixed(1), ""]
      .join(" | ")
      .trim(),
  );
  return `${intro}${lines.join("\n")}\n`;
}

/** The same page with the results of some canaries alone. `canaries`: all of them, in the order of the page. */
export function pageWith(
  page: string,
  rows: readonly (readonly [Canary, Caught])[],
  canaries: readonly Canary[],
): string {
  const lines = new Map<string, string>();
  for (const line of [...page.split("\n"), ...pageOf(rows).split("\n")]) {
    const [, id] = /^\| `([a-z0-9-]+)` \|/.exec(line) ?? [];
    if (id !== undefined) lines.set(id, line);
  }
  const known = canaries.flatMap(({ id }) => lines.get(id) ?? []);
  return `${intro}${known.join("\n")}\n`;
}

/** Ids of a page's rows. */
export function idsIn(page: string): readonly string[] {
  return [...page.matchAll(rowId)].map(([, id]) => id ?? "");
}

/** Differences between the page and the canaries, one sentence each. */
export function pageFaults(page: string, canaries: readonly Canary[]): readonly string[] {
  const written = new Set(idsIn(page));
  const known = new Set(canaries.map(({ id }) => id));
  return [
    ...[...known].filter((id) => !written.has(id)).map((id) => `docs/canaries.md lacks ${id}`),
    ...[...written]
      .filter((id) => !known.has(id))
      .map((id) => `docs/canaries.md has ${id}, which is none`),
  ];
}
