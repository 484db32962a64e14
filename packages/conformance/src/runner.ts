/** The two functions that a suite needs from a test runner. Those of Vitest and `node:test` fit. */
export interface Runner {
  readonly describe: (title: string, body: () => void) => unknown;
  readonly it: (title: string, body: () => Promise<void>) => unknown;
}
