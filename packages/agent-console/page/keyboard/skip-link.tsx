import type { ReactElement } from "react";

/** The first tab stop of the page: goes to the reply field, or to the page's content. */
export function SkipLink(): ReactElement {
  const skip = (): void => {
    const target =
      document.querySelector<HTMLElement>(".composer textarea, .composer input") ??
      document.querySelector<HTMLElement>("main, [role=main]");
    if (target === null) return;
    if (target.tabIndex < 0) target.tabIndex = -1;
    target.focus();
  };
  return (
    <button className="skip-link" onClick={skip} data-testid="skip-link">
      Skip to the content
    </button>
  );
}
