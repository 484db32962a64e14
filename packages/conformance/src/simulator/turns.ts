// Taken before anything is trapped.
const { setImmediate } = globalThis;

/** Resolves when everything that can run without time passing has run. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
