/** The two functions a suite needs of a test runner: those of Vitest and of `node:test` fit as they are. */
export interface Runner {
  readonly describe: (title: string, body: () => void) => unknown;
  readonly it: (title: string, body: () => Promise<void>) => unknown;
}
