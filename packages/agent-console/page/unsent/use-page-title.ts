import { useEffect } from "react";
import { useUnreadCount } from "../conversations/data/data-context.ts";
import { countInWords } from "../conversations/list/list-tabs.tsx";
import { useUnsentState } from "./unsent-context.ts";
import { countsOf, unsentInWords } from "./unsent-state.ts";

/** Sets the page's title, with the numbers of unread conversations and of unsent texts in front. `null`: another component sets it. */
export function usePageTitle(title: string | null): void {
  const unsent = useUnsentState((state) => unsentInWords(countsOf(state)));
  const unread = useUnreadCount();
  useEffect(() => {
    if (title === null) return;
    const whole = unsent === null ? title : `${unsent} · ${title}`;
    document.title = unread === 0 ? whole : `(${countInWords(unread)}) ${whole}`;
  }, [title, unsent, unread]);
}
