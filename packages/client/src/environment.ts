/** Time and randomness, replaceable in tests. */
export interface Environment {
  /** Milliseconds since any fixed instant; never runs backwards. */
  now(): number;
  /** @throws the signal's reason when it aborts first */
  pause(delayMs: number, signal: AbortSignal | undefined): Promise<void>;
  /** A random number in [0, 1). */
  fraction(): number;
}

/** Implemented with what every platform with `fetch` has. */
export const realEnvironment: Environment = Object.freeze({
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
