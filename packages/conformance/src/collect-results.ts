import type { Runner } from "./runner.ts";

/** Result of one test of a suite. */
export interface TestResult {
  /** Titles, from the outermost `describe` to the test. */
  readonly path: readonly string[];
  readonly title: string;
  /** `null`: it passed. */
  readonly failure: Error | null;
}

/** Runs a suite without a test runner, one test after the other. For tools and tests of suites. */
export async function collectResults(
  suite: (runner: Runner) => void,
): Promise<readonly TestResult[]> {
  const path: string[] = [];
  const tests: (() => Promise<TestResult>)[] = [];
  suite({
    describe: (title, body) => {
      path.push(title);
      body();
      path.pop();
    },
    it: (title, body) => {
      const place = [...path];
      tests.push(async () => ({ path: place, title, failure: await failureOf(body) }));
    },
  });
  const results: TestResult[] = [];
  for (const test of tests) results.push(await test());
  return results;
}

async function failureOf(body: () => Promise<void>): Promise<Error | null> {
  try {
    await body();
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
