/**
 * Closes what was opened, in reverse order. Node 22, the oldest that runs this, knows neither `await using` nor
 * `AsyncDisposableStack`.
 */
export class Closing {
  readonly #steps: (() => unknown)[] = [];

  defer(close: () => unknown): void {
    this.#steps.push(close);
  }

  /** Closes everything, even when one of them fails. @throws the first error */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.#steps.splice(0).toReversed()) {
      try {
        await step();
      } catch (failure) {
        failures.push(failure);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}

/** Runs `open`. When it throws, closes what it has opened. */
export async function closingOnError<Value>(
  open: (opened: Closing) => Promise<Value>,
): Promise<Value> {
  const opened = new Closing();
  try {
    return await open(opened);
  } catch (error) {
    await opened.close();
    throw error;
  }
}
