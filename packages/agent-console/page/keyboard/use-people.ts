import { useEffect, useState } from "react";
import type { ConversationView } from "../../src/conversations/conversation-view.ts";
import { api } from "../api/api.ts";
import { addressOf, goTo } from "../route.ts";
import { searchQueryOf, useSearch } from "../search/use-search.ts";
import { visitorName } from "../ui/words.ts";
import type { PaletteItem } from "./palette-items.ts";

export interface People {
  /** Those who wrote last. None while they load, or when that fails. */
  readonly newest: readonly PaletteItem[];
  /** Those of all visitors whom the gateway's search finds by what is typed. */
  readonly found: readonly PaletteItem[];
  readonly isSearching: boolean;
}

/** Conversations by their visitors. */
export function usePeople(typed: string): People {
  const query = searchQueryOf(typed);
  const { hits, isLoading } = useSearch(query).state;
  const people = hits.filter(({ message }) => message === undefined);
  return {
    newest: useNewest(),
    found: people.map(({ conversation }) => itemOf(conversation)),
    isSearching: isLoading,
  };
}

function useNewest(): readonly PaletteItem[] {
  const [people, setPeople] = useState<readonly PaletteItem[]>([]);
  useEffect(() => {
    let ended = false;
    api.conversations(null).then(
      ({ conversations }) => {
        if (!ended) setPeople(conversations.map(itemOf));
      },
      () => undefined,
    );
    return () => {
      ended = true;
    };
  }, []);
  return people;
}

function itemOf(conversation: ConversationView): PaletteItem {
  const { id } = conversation;
  const run = (): void => goTo(addressOf("c", id));
  return { id, label: visitorName(conversation), kind: "Conversation", run };
}
