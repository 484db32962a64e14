import { useEffect, useState } from "react";
import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import { api } from "../../api/api.ts";

/** Epoch milliseconds of the first message; `null` while unknown. Live events do not tell it. */
export function useFirstSeen({ id, createdAt }: ConversationView): number | null {
  const [known, setKnown] = useState<{ readonly id: string; readonly at: number } | null>(null);
  const isKnown = known?.id === id;
  useEffect(() => {
    if (createdAt !== undefined) setKnown({ id, at: createdAt });
    else if (!isKnown) {
      api.conversation(id).then(
        ({ createdAt: at }) => at !== undefined && setKnown({ id, at }),
        () => undefined,
      );
    }
  }, [id, createdAt, isKnown]);
  return createdAt ?? (isKnown ? known.at : null);
}
