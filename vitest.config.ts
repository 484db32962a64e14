import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

// Without "import": Vite would use it for `require` too, and a CommonJS module would get an ES module.
const conditions = ["@parley/source", "node", "module", "default"];

// Bundled, since these have nearly a thousand files. Loading them costs every test file 0.25 s of CPU.
const bundled = ["typebox", "typebox/compile", "inversify"].map((name) => `@parley/core > ${name}`);

// These tests start many programs, and starting one takes longer from a large process. So they run in processes, not
// threads. Some also change state of the process: its directory, its umask, its time zone.
const ofProcesses = ["packages/{agent-console,cli}/test", "examples/*/test", "benchmarks/test"];
const ofThreads = ["packages/*/test", "tools/*/test", "test"];

const filesIn = (folders: readonly string[], under: string): string[] =>
  folders.map((folder) => `${folder}/${under}**/*.test.ts`);

/** Tests that mock a module. No earlier test file of the process may have loaded it. */
const alone = ["packages/agent-console/test/database/console-database.test.ts"];

// Each program that tests start loads some 1,500 files. The cache keeps them compiled, without types.
process.env["NODE_COMPILE_CACHE"] ??= resolve("node_modules/.cache/compile");

/** `quick`: tests of `npm test`. `npm run verify` runs the others, which are in folders with these names. */
export type Tier = "quick" | "full" | "heavy" | "every";

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
      // In threads each test file loads its own modules, since some tests count a module's objects. In processes the
      // test files share modules: loading them for each file took a quarter of the CPU time of the console's tests.
      projects: [
        {
          extends: true,
          test: {
            name: "threads",
            pool: "threads",
            include: threads,
            exclude: [...processes, ...others],
          },
        },
        {
          extends: true,
          test: {
            name: "processes",
            pool: "forks",
            isolate: false,
            include: processes,
            exclude: [...alone, ...others],
          },
        },
        ...(under !== ""
          ? []
          : [
              {
                extends: true as const,
                test: { name: "alone", pool: "forks" as const, include: alone },
              },
            ]),
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
