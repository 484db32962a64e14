export interface PageLeaveOptions {
  /** The browser's window. */
  readonly window: Pick<Window, "addEventListener" | "removeEventListener">;
  readonly isUnsent: () => boolean;
  /** Whether unsent texts survive a reload. */
  readonly isKept: () => boolean;
  readonly reload: () => void;
}

/**
 * Warns before the page is left with unsent text. Reloads a page from the back/forward cache: its session may have
 * ended, and its texts are old.
 */
export function listenToLeave({ window, isUnsent, isKept, reload }: PageLeaveOptions): () => void {
  const onLeave = (event: BeforeUnloadEvent): void => {
    if (isUnsent()) event.preventDefault();
  };
  const onShow = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    if (isKept()) window.removeEventListener("beforeunload", onLeave);
    reload();
  };
  window.addEventListener("beforeunload", onLeave);
  window.addEventListener("pageshow", onShow);
  return () => {
    window.removeEventListener("beforeunload", onLeave);
    window.removeEventListener("pageshow", onShow);
  };
}
