import { useEffect } from "react";
import { useUnsentState } from "./unsent-context.ts";
import { countsOf, unsentInWords } from "./unsent-state.ts";

/** Sets the page's title, with the number of unsent texts in front. `null`: another component sets it. */
export function usePageTitle(title: string | null): void {
  const unsent = useUnsentState((state) => unsentInWords(countsOf(state)));
  useEffect(() => {
    if (title !== null) document.title = unsent === null ? title : `${unsent} · ${title}`;
  }, [title, unsent]);
}
