import type { SearchHit } from "@parley/core";
import type { StoreBench } from "../stores/store-bench.ts";

/** A hit in short: `<conversation>` for a visitor, `<conversation>.<sequence>` for a message. */
export function hitId({ conversation, message }: SearchHit): string {
  return message === null ? conversation.id : `${conversation.id}.${message.sequence}`;
}

/** Everything that a query finds, page by page. */
export async function findAll(
  bench: StoreBench,
  text: string,
  limit = 50,
): Promise<readonly SearchHit[]> {
  const hits: SearchHit[] = [];
  let before: string | null = null;
  do {
    const page = await bench.search.find(text, { before, limit });
    hits.push(...page.items);
    before = page.next;
  } while (before !== null);
  return hits;
}

/** The same in short. */
export async function foundBy(
  bench: StoreBench,
  text: string,
  limit?: number,
): Promise<readonly string[]> {
  return (await findAll(bench, text, limit)).map(hitId);
}
