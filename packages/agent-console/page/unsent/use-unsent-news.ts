import { useContext, useEffect } from "react";
import { LiveNewsContext } from "../live/live-news.ts";
import { useUnsent } from "./unsent-context.ts";

/** Follows the agent's drafts on other devices, and deletes texts of conversations that are erased meanwhile. */
export function useUnsentNews(): void {
  const { store, drafts } = useUnsent();
  const news = useContext(LiveNewsContext);
  useEffect(
    () =>
      news.listen((event) => {
        if (event.type === "draft") drafts.heard(event.data.conversationId, event.data.revision);
        if (event.type === "owner")
          store.setAway(event.data.conversationId, !event.data.isReadable);
        if (event.type === "erased") drafts.erased(event.data.conversationId);
      }),
    [news, store, drafts],
  );
}
