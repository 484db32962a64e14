import { relative, resolve } from "node:path";
import { createVitest, type TestCase, type TestModule } from "vitest/node";
import type { RanTest } from "./named-test.ts";

/** What is asked of the Vitest of one copy of the repository, which is this process's directory. */
export interface TestOrder {
  /** Paths of test files from the copy's root. */
  readonly files: readonly string[];
  /** Of sources that are other than before, for this one run. */
  readonly changed: readonly string[];
  /** Of the names of the tests that are to run; `""`: all. */
  readonly pattern: string;
}

/** What it answers. */
export interface TestAnswer {
  /** Every test of the files, those that the pattern left out as well. */
  readonly tests: readonly RanTest[];
  /** User and system time of this process, which is that of the threads in which tests run. */
  readonly cpuSeconds: number;
}

/** How all runs of one Vitest are made. */
export interface TestSettings {
  readonly testTimeoutMs: number;
  /** Whether a run ends with the first test that fails. */
  readonly bail: boolean;
  /** A run that takes more than this has no answer. */
  readonly cpuLimitSeconds: number;
}

const watchEveryMs = 200;
const settings = JSON.parse(process.argv[2] ?? "") as TestSettings;

process.once("disconnect", () => process.exit(0));
const root = process.cwd();
/** Of the run under way: Vitest itself tells of all that ever ran. */
const ended = new Map<string, TestModule>();
let changedBefore: readonly string[] = [];
const vitest = await createVitest({
  root,
  config: "vitest.every.config.ts",
  watch: false,
  maxWorkers: 1,
  // What a worker has loaded of a source that was edited since would stay.
  isolate: true,
  testTimeout: settings.testTimeoutMs,
  bail: Number(settings.bail),
  reporters: [{ onTestModuleEnd: (module) => void ended.set(module.moduleId, module) }],
});
process.on("message", (order: TestOrder) => {
  // Whoever asked sees that there is no answer, and begins anew.
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
  // A thread that goes round in a loop answers nobody, but does not keep this one from looking.
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

/** What Vitest has made of them goes; it reads them anew when they are asked for. */
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
