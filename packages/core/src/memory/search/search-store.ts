import { messageEntryText, visitorEntryText } from "../../search/entry-text.ts";
import {
  type Candidate,
  type CandidateList,
  readSearchCursor,
  searchPage,
} from "../../search/search-page.ts";
import { messagesSearched, visitorsSearched } from "../../search/short-query.ts";
import { trigramsOfWords } from "../../search/trigrams.ts";
import type { Page, PageRequest } from "../../ports/stores/conversation-store.ts";
import type { IndexStep, SearchHit, SearchStore } from "../../ports/stores/search-store.ts";
import { searchWords } from "../../text/search-words.ts";
import { storedMessage } from "../conversation-store.ts";
import type { MemoryData } from "../data.ts";

interface Entry extends Candidate {
  readonly hit: SearchHit;
}

/** The reference `SearchStore`. It has no index and reads everything. */
export class MemorySearchStore implements SearchStore {
  readonly #data: MemoryData;

  constructor(data: MemoryData) {
    this.#data = data;
  }

  async index(): Promise<IndexStep> {
    return { entries: 0, isCaughtUp: true };
  }

  async find(text: string, { before, limit }: PageRequest): Promise<Page<SearchHit>> {
    const words = searchWords(text);
    const after = readSearchCursor(before, [1, 3]);
    if (words.length === 0 || after === undefined) return { items: [], next: null };
    const isShort = trigramsOfWords(words).length === 0;
    const lists = [
      listOf(this.#visitors(), isShort ? visitorsSearched : Infinity),
      listOf(this.#messages(), isShort ? messagesSearched : Infinity),
    ];
    const page = await searchPage(lists, { words, limit, after });
    return { items: page.items.map(({ hit }) => hit), next: page.next };
  }

  #visitors(): Entry[] {
    return [...this.#data.conversations.values()].map(({ number, current }) => ({
      text: visitorEntryText(current),
      position: [number],
      hit: { conversation: current, message: null },
    }));
  }

  #messages(): Entry[] {
    return [...this.#data.conversations.values()].flatMap(({ number, current, newest }) =>
      [...newest.values()].map((delivery) => ({
        text: messageEntryText(delivery.message),
        position: [delivery.acceptedAt, number, delivery.messageSequence],
        hit: { conversation: current, message: storedMessage(delivery) },
      })),
    );
  }
}

function listOf(entries: readonly Entry[], most: number): CandidateList<Entry> {
  const sorted = entries
    .filter(({ text }) => text !== "")
    .toSorted((a, b) => compare(b.position, a.position))
    .slice(0, most);
  return {
    read: async (before, count) =>
      sorted
        .filter(({ position }) => before === null || compare(position, before) < 0)
        .slice(0, count),
  };
}

function compare(a: readonly number[], b: readonly number[]): number {
  const differing = a.findIndex((value, index) => value !== b[index]);
  return differing < 0 ? 0 : (a[differing] ?? 0) - (b[differing] ?? 0);
}
