/** Time and chance, so that tests need not wait. */
export interface Surroundings {
  /** Milliseconds, of any epoch; never runs backwards. */
  now(): number;
  /** @throws the signal's reason when it is aborted first */
  pause(delayMs: number, signal: AbortSignal | undefined): Promise<void>;
  /** From 0 up to but without 1. */
  fraction(): number;
}

/** What every platform with `fetch` has. */
export const realSurroundings: Surroundings = Object.freeze({
  now: () => performance.now(),
  fraction: () => Math.random(),
  pause: (delayMs: number, signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const abort = (): void => {
        clearTimeout(timer);
        reject(signal?.reason as Error);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", abort);
        resolve();
      }, delayMs);
      signal?.addEventListener("abort", abort, { once: true });
      if (signal?.aborted) abort();
    }),
});
