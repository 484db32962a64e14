/** Replaces a part of a field's text, as typing would: React hears of it, and it can be undone. */
export function insertText(
  field: HTMLTextAreaElement,
  text: string,
  { from, to }: { readonly from: number; readonly to: number },
): void {
  field.focus();
  field.setSelectionRange(from, to);
  // Deprecated, but the only way that keeps the browser's undo.
  if (document.execCommand("insertText", false, text)) return;
  field.setRangeText(text, from, to, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
