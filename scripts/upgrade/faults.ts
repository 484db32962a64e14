import { messageEntryText } from "@parley/core/sql-store";
import type { ConsoleClient } from "../../examples/quickstart/test/support/console-client.ts";
import type { Entry } from "./old-data.ts";
import type { Written } from "./writers.ts";

/** How many messages are searched for as an agent does. */
const searched = 200;
/** Texts of fewer words are many messages' own. */
const leastWords = 6;

interface SearchAnswer {
  readonly hits: readonly { readonly conversation: { readonly id: string } }[];
  readonly next: string | null;
}

/** Messages whose entry is missing, or is another text's. */
export function unindexed(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ message, text }) => (text ?? "") !== messageEntryText(message));
}

/** Old messages that are gone, and new ones that were taken and are not there exactly once. */
export function lostMessages(
  entries: readonly Entry[],
  oldMessages: number,
  taken: readonly Written[],
): readonly string[] {
  const times = new Map<string, number>();
  for (const { message } of entries) {
    const { text = "" } = JSON.parse(message) as { readonly text?: string };
    times.set(text, (times.get(text) ?? 0) + 1);
  }
  const lost = taken.filter(({ text }) => times.get(text) !== 1);
  const old = entries.length - taken.length;
  return [
    ...lost.map(({ text }) => `"${text}" is there ${times.get(text) ?? 0} times`),
    ...(old === oldMessages ? [] : [`${old} of ${oldMessages} old messages are there`]),
  ];
}

/** Messages from all over the data that an agent's search does not find. */
export async function unfoundMessages(
  client: ConsoleClient,
  entries: readonly Entry[],
): Promise<readonly string[]> {
  const named = entries.filter(({ text }) => (text ?? "").split(" ").length >= leastWords);
  const step = Math.max(1, Math.floor(named.length / searched));
  const faults: string[] = [];
  for (const entry of named.filter((_, at) => at % step === 0))
    if (!(await isFound(client, entry)))
      faults.push(`a search does not find a message of ${entry.conversationId} by its words`);
  return faults;
}

/** Many messages may have the same words, so all pages are read. @throws Error when a search is refused */
async function isFound(client: ConsoleClient, { text, conversationId }: Entry): Promise<boolean> {
  let before: string | null = null;
  do {
    const answer = await client.ask("POST", "search", { q: text, ...(before && { before }) });
    if (answer.status !== 200) throw new Error(`a search was answered with ${answer.status}`);
    const page = (await answer.json()) as SearchAnswer;
    if (page.hits.some(({ conversation }) => conversation.id === conversationId)) return true;
    before = page.next;
  } while (before !== null);
  return false;
}
