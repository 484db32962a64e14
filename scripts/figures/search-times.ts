import type { ConsoleClient } from "../../examples/quickstart/test/support/console-client.ts";
import { type Figure, medianOf, milliseconds } from "./figure.ts";
import { queries } from "./queries.ts";

const rounds = 3;
const mostMs = 200;

interface Searched {
  readonly query: string;
  readonly ms: number;
}

/** Time from a request to its whole answer, for every query and for the page after its first one. */
export async function measureSearch(client: ConsoleClient): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  const all: Searched[] = [];
  for (const [kind, texts] of Object.entries(queries)) {
    const found: Searched[] = [];
    for (let round = 0; round < rounds; round += 1)
      for (const query of texts) found.push(...(await search(client, query)));
    figures.push(figureOf(`search: ${kind}`, found));
    all.push(...found);
  }
  return [figureOf("search: all", all), ...figures];
}

async function search(client: ConsoleClient, query: string): Promise<readonly Searched[]> {
  const first = await ask(client, query, null);
  if (first.next === null) return [first];
  return [first, await ask(client, query, first.next)];
}

async function ask(client: ConsoleClient, query: string, before: string | null) {
  const startedAt = performance.now();
  const answer = await client.ask("POST", "search", { q: query, before });
  if (!answer.ok) throw new Error(`A search was answered ${answer.status}.`);
  const { next } = (await answer.json()) as { readonly next: string | null };
  return { query, ms: performance.now() - startedAt, next };
}

function figureOf(name: string, found: readonly Searched[]): Figure {
  const [slowest = { query: "", ms: 0 }] = found.toSorted((a, b) => b.ms - a.ms);
  const median = milliseconds(medianOf(found.map(({ ms }) => ms)));
  return {
    name,
    value: `median ${median}, slowest ${milliseconds(slowest.ms)} (${slowest.query.slice(0, 20)})`,
    goal: `≤ ${mostMs} ms`,
    holds: slowest.ms <= mostMs,
  };
}
