const everyMs = 10;

/**
 * How late timers of this process are, one every 10 ms: what the machine and the event loop take from any timer, the
 * gateway's included.
 */
export function timerLateness(forMs: number): Promise<readonly number[]> {
  const late: number[] = [];
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const next = (): void => {
      const dueAt = performance.now() + everyMs;
      setTimeout(() => {
        late.push(performance.now() - dueAt);
        if (performance.now() - startedAt < forMs) next();
        else resolve(late);
      }, everyMs);
    };
    next();
  });
}
