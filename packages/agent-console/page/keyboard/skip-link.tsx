import type { ReactElement } from "react";
import { focusContent } from "../ui/focus.ts";

/** The first tab stop of the page: goes to the reply field, or to the page's content. */
export function SkipLink(): ReactElement {
  return (
    <button className="skip-link" onClick={focusContent} data-testid="skip-link">
      Skip to the content
    </button>
  );
}
