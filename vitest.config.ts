import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

// Without "import": Vite would also use it for what is required, and a CommonJS module would get an ES module.
const conditions = ["@parley/source", "node", "module", "default"];

// Nearly a thousand files, which every test file would load anew: 0.25 s of processor time each.
const bundled = ["typebox", "typebox/compile", "inversify"].map((name) => `@parley/core > ${name}`);

// What starts programs all the time does so from a process of its own: the larger one is, the longer a start takes. And some
// tests change what a process has but once: its directory, its mask of modes, its time zone.
const ofProcesses = ["packages/{agent-console,cli}/test", "examples/*/test", "benchmarks/test"];
const ofThreads = ["packages/*/test", "tools/*/test", "test"];

const filesIn = (folders: readonly string[], under: string): string[] =>
  folders.map((folder) => `${folder}/${under}**/*.test.ts`);

/** Those that put something else in a module's place, which must not have been loaded by the file before. */
const alone = ["packages/agent-console/test/database/console-database.test.ts"];

// What tests start loads some 1,500 files each time: compiled, and without their types, they are kept.
process.env["NODE_COMPILE_CACHE"] ??= resolve("node_modules/.cache/compile");

/** `quick`: those of `npm test`. `npm run verify` runs the others, which stand in folders of these names. */
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
      // Each thread's file has modules of its own, since some count what a module has made. Files of a process share them, one
      // after the other: to load everything anew for each was a quarter of the processor time of the console's tests.
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
      // Many tests wait for sockets, disks and processes: a worker more than there are cores has work for what is idle.
      maxWorkers: availableParallelism() + 1,
      // Against tests that hang: a busy machine may well start processes at a fifth of its speed.
      testTimeout: 60_000,
      hookTimeout: 120_000,
    },
  });
};

export default testsOf("quick");
