import { useEffect, useState } from "react";
import { api } from "../api/api.ts";
import { addressOf, goTo } from "../route.ts";
import { visitorName } from "../ui/words.ts";
import type { PaletteItem } from "./palette-items.ts";

/** The conversations with the latest messages, by their visitors. None while they load, or when that fails. */
export function usePeople(): readonly PaletteItem[] {
  const [people, setPeople] = useState<readonly PaletteItem[]>([]);
  useEffect(() => {
    let ended = false;
    api.conversations(null).then(
      ({ conversations }) => {
        if (ended) return;
        const items = conversations.map((conversation) => ({
          id: conversation.id,
          label: visitorName(conversation),
          kind: "Conversation" as const,
          run: () => goTo(addressOf("c", conversation.id)),
        }));
        setPeople(items);
      },
      () => undefined,
    );
    return () => {
      ended = true;
    };
  }, []);
  return people;
}
