import { useEffect } from "react";
import { useUnsentState } from "./unsent-context.ts";
import { countsOf, unsentInWords } from "./unsent-state.ts";

/** Titles the page, with what is unsent before it. `null`: another part of the page does. */
export function usePageTitle(title: string | null): void {
  const unsent = useUnsentState((state) => unsentInWords(countsOf(state)));
  useEffect(() => {
    if (title !== null) document.title = unsent === null ? title : `${unsent} · ${title}`;
  }, [title, unsent]);
}
