import { relative, resolve } from "node:path";
import { createVitest, type TestCase, type TestModule } from "vitest/node";
import type { RanTest } from "./named-test.ts";

/** A request to the Vitest process of one copy, which runs in the copy's directory. */
export interface TestOrder {
  /** Test files, relative to the copy's root. */
  readonly files: readonly string[];
  /** Sources that are edited for this run only. */
  readonly changed: readonly string[];
  /** Pattern for the names of the tests to run; `""`: all. */
  readonly pattern: string;
}

/** The answer. */
export interface TestAnswer {
  /** Every test of the files, including those that the pattern excluded. */
  readonly tests: readonly RanTest[];
  /** CPU time of this process, including its test threads. */
  readonly cpuSeconds: number;
}

/** Settings for all runs of one process. */
export interface TestSettings {
  readonly testTimeoutMs: number;
  /** Whether a run ends at the first failed test. */
  readonly bail: boolean;
  /** A run with more CPU time gets no answer. */
  readonly cpuLimitSeconds: number;
}

const watchEveryMs = 200;
const settings = JSON.parse(process.argv[2] ?? "") as TestSettings;

process.once("disconnect", () => process.exit(0));
const root = process.cwd();
/** Modules of the current run only. Vitest itself lists all runs. */
const ended = new Map<string, TestModule>();
let changedBefore: readonly string[] = [];
const vitest = await createVitest({
  root,
  config: "vitest.every.config.ts",
  watch: false,
  maxWorkers: 1,
  // Otherwise a worker would keep an old version of an edited source.
  isolate: true,
  testTimeout: settings.testTimeoutMs,
  bail: Number(settings.bail),
  reporters: [{ onTestModuleEnd: (module) => void ended.set(module.moduleId, module) }],
});
process.on("message", (order: TestOrder) => {
  // The parent notices that the answer is missing, and starts again.
  run(order).then(
    (answer) => process.send?.(answer),
    () => process.exit(1),
  );
});

async function run({ files, changed, pattern }: TestOrder): Promise<TestAnswer> {
  const wanted = new Set(files.map((file) => resolve(root, file)));
  const found = await vitest.globTestSpecifications([...files]);
  const specifications = found.filter(({ moduleId }) => wanted.has(moduleId));
  const before = process.cpuUsage();
  const cpuSeconds = (): number => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  // A test thread in an endless loop does not block this one, so a timer can end it.
  const watch = setInterval(() => {
    if (cpuSeconds() > settings.cpuLimitSeconds) process.exit(1);
  }, watchEveryMs);
  vitest.setGlobalTestNamePattern(new RegExp(pattern));
  forgetSources([...changedBefore, ...changed]);
  changedBefore = changed;
  ended.clear();
  await vitest.runTestSpecifications(specifications);
  clearInterval(watch);
  if (ended.size < wanted.size) throw new Error("a test file has not ended");
  return { tests: [...ended.values()].flatMap(testsOf), cpuSeconds: cpuSeconds() };
}

/** Drops Vitest's cache of edited sources, so that they are read again. */
function forgetSources(paths: readonly string[]): void {
  for (const path of paths) vitest.invalidateFile(resolve(root, path));
}

function testsOf({ moduleId, children }: TestModule): readonly RanTest[] {
  const file = relative(root, moduleId);
  return [...children.allTests()].map((test) => ({
    file,
    path: pathOf(test),
    status: test.result().state,
  }));
}

/** From the outermost `describe` to the test itself. */
function pathOf(test: TestCase): readonly string[] {
  const path = [test.name];
  for (let { parent } = test; parent.type === "suite"; { parent } = parent)
    path.unshift(parent.name);
  return path;
}
