import { CheckFault, messageOf } from "./check-fault.ts";

/** What a suite of `@parley/conformance` takes as its runner. */
export interface TestRunner {
  describe(title: string, body: () => void): void;
  it(title: string, body: () => Promise<void>): void;
}

/** A test of a suite. */
export interface Test {
  /** Titles from the outermost group to the innermost. */
  readonly path: readonly string[];
  readonly title: string;
  readonly body: () => Promise<void>;
}

/** The result of a test. */
export interface TestResult extends Omit<Test, "body"> {
  /** Why it failed; `null`: it passed. */
  readonly failure: Error | null;
  readonly durationMs: number;
}

/** A limit for a test that hangs. Suites end sooner by themselves. */
const timeoutMs = 60_000;

/** The tests of suites, in their order. @throws CheckFault when there is none */
export async function collectTests(
  suites: (runner: TestRunner) => unknown,
): Promise<readonly Test[]> {
  const path: string[] = [];
  const tests: Test[] = [];
  try {
    await suites({
      describe: (title, body) => {
        path.push(title);
        body();
        path.pop();
      },
      it: (title, body) => void tests.push({ path: [...path], title, body }),
    });
  } catch (error) {
    throw new CheckFault(`suites() failed: ${messageOf(error)}`);
  }
  if (tests.length > 0) return tests;
  throw new CheckFault("suites() has no test.");
}

/** Runs tests one after the other, and yields each result. */
export async function* runTests(tests: readonly Test[]): AsyncGenerator<TestResult, void, void> {
  for (const { path, title, body } of tests) {
    const startedAt = performance.now();
    const failure = await failureOf(body);
    yield { path, title, failure, durationMs: Math.ceil(performance.now() - startedAt) };
  }
}

/** What nobody catches meanwhile fails the test too, as in other runners. */
async function failureOf(body: () => Promise<void>): Promise<Error | null> {
  const stray = Promise.withResolvers<never>();
  const end = (error: unknown) => stray.reject(error);
  const timer = setTimeout(
    end,
    timeoutMs,
    new Error(`It did not end within ${timeoutMs / 1_000} s.`),
  );
  process.on("unhandledRejection", end).on("uncaughtException", end);
  try {
    await Promise.race([body(), stray.promise]);
    return null;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    clearTimeout(timer);
    process.off("unhandledRejection", end).off("uncaughtException", end);
  }
}
