export interface PageLeaveOptions {
  /** The browser's window. */
  readonly window: Pick<Window, "addEventListener" | "removeEventListener">;
  readonly isUnsent: () => boolean;
  /** Whether a reload brings back what is unsent. */
  readonly isKept: () => boolean;
  readonly reload: () => void;
}

/**
 * Asks back before the page is left with something unsent. A page that comes back out of the browser's memory is loaded
 * anew: its session may be over, and its texts are of then.
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
