/**
 * Moves the focus to the reply field, or else to the page's content. For buttons that disappear when they are pressed:
 * the focus would be nowhere, and the keyboard would begin again at the top of the page.
 */
export function focusContent(): void {
  const fields = ".composer textarea, .composer select, .composer input";
  const target = document.querySelector<HTMLElement>(fields) ?? contentOf();
  target?.focus();
}

/** After another page was opened. A touch screen's keyboard stays closed. */
export function focusNewPage(): void {
  if (!isFocusLost()) return;
  if (window.matchMedia("(pointer: fine)").matches) focusContent();
  else contentOf()?.focus();
}

/** As `ref` of an element that takes the place of a button. */
export function focusWhenLost(element: HTMLElement | null): void {
  if (isFocusLost()) element?.focus({ preventScroll: true });
}

/** Whether the element that had the focus is gone. */
export function isFocusLost(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function contentOf(): HTMLElement | null {
  const content = document.querySelector<HTMLElement>("main, [role=main]");
  if (content !== null && content.tabIndex < 0) content.tabIndex = -1;
  return content;
}
