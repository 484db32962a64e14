import { globSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

// Without "import": Vite would use it for `require` too, and a CommonJS module would get an ES module.
const conditions = ["@parley/source", "node", "module", "default"];

// Bundled, since these have nearly a thousand files. Loading them costs every test file 0.25 s of CPU.
const bundled = ["typebox", "typebox/compile", "inversify"].map((name) => `@parley/core > ${name}`);

// Tests that start programs run in processes: a start takes longer the larger the starting process is. Some of them also
// change what a process has only once: its working directory, its file mode mask, its time zone.
const ofProcesses = ["packages/{agent-console,cli}/test", "examples/*/test", "benchmarks/test"];
const ofThreads = ["packages/*/test", "tools/*/test", "test"];

const filesIn = (folders: readonly string[], under: string): string[] =>
  folders.map((folder) => `${folder}/${under}**/*.test.ts`);

/**
 * Files that need a process of their own. Some replace a module: no file before may have loaded it, and no file after may
 * get the replacement. Those of the simulator report every use of the real clock, also by what an earlier file left running.
 */
const alone = globSync("{packages,examples,tools,benchmarks,test}/**/*.test.ts", {
  exclude: (path) => path.endsWith("node_modules"),
}).filter(
  (path) => path.includes("/test/simulator/") || readFileSync(path, "utf8").includes("vi.mock("),
);

// Each program that tests start loads some 1,500 files. The cache keeps them compiled, without types.
process.env["NODE_COMPILE_CACHE"] ??= resolve("node_modules/.cache/compile");

/** `quick`: tests of `npm test`. `npm run verify` runs the others, which are in folders with these names. */
export type Tier = "quick" | "full" | "heavy" | "every";

const isOfTier = (path: string, tier: Tier): boolean =>
  tier === "every" || (/\/test\/(full|heavy)\//.exec(path)?.[1] ?? "quick") === tier;

export const testsOf = (tier: Tier) => {
  const under = tier === "quick" || tier === "every" ? "" : `${tier}/`;
  const others = tier === "quick" ? ["**/test/{full,heavy}/**"] : [];
  const processes = filesIn(ofProcesses, under);
  const threads = filesIn(ofThreads, under);
  return defineConfig({
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      deps: { optimizer: { ssr: { enabled: true, include: bundled } } },
      // The files of one worker share its modules: loading them anew for each file took a fifth of the CPU time.
      isolate: false,
      setupFiles: [resolve(import.meta.dirname, "test/support/idle-after-file.ts")],
      projects: [
        {
          extends: true,
          test: {
            name: "threads",
            pool: "threads",
            include: threads,
            exclude: [...processes, ...alone, ...others],
          },
        },
        {
          extends: true,
          test: {
            name: "processes",
            pool: "forks",
            include: processes,
            exclude: [...alone, ...others],
          },
        },
        {
          extends: true,
          test: {
            name: "alone",
            pool: "forks",
            isolate: true,
            include: alone.filter((path) => isOfTier(path, tier)),
          },
        },
      ],
      // Many tests wait for sockets, disks and processes, so one worker more than cores keeps all cores busy.
      maxWorkers: availableParallelism() + 1,
      // Limits for hanging tests. They are long, since a busy machine may start processes five times slower.
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  });
};

export default testsOf("quick");
