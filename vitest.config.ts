import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

// Without "import": Vite would also use it for what is required, and a CommonJS module would get an ES module.
const conditions = ["@parley/source", "node", "module", "default"];

// Nearly a thousand files, which every test file would load anew: 0.25 s of processor time each.
const bundled = ["typebox", "typebox/compile", "inversify"].map((name) => `@parley/core > ${name}`);

// What starts programs all the time does so from a process of its own: the larger one is, the longer a start takes. And some
// tests change what a process has but once: its directory, its mask of modes, its time zone.
const ofProcesses = [
  "packages/{agent-console,cli}/test/**/*.test.ts",
  "examples/*/test/**/*.test.ts",
  "benchmarks/test/**/*.test.ts",
];
const ofThreads = ["packages/*/test/**/*.test.ts", "test/**/*.test.ts"];

/** Those that put something else in a module's place, which must not have been loaded by the file before. */
const alone = ["packages/agent-console/test/console-database.test.ts"];

// What tests start loads some 1,500 files each time: compiled, and without their types, they are kept.
process.env["NODE_COMPILE_CACHE"] ??= resolve("node_modules/.cache/compile");

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    deps: { optimizer: { ssr: { enabled: true, include: bundled } } },
    // Each thread's file has modules of its own, since some count what a module has made. Files of a process share them, one
    // after the other: to load everything anew for each was a quarter of the processor time of the console's tests.
    projects: [
      {
        extends: true,
        test: { name: "threads", pool: "threads", include: ofThreads, exclude: ofProcesses },
      },
      {
        extends: true,
        test: {
          name: "processes",
          pool: "forks",
          isolate: false,
          include: ofProcesses,
          exclude: alone,
        },
      },
      { extends: true, test: { name: "alone", pool: "forks", include: alone } },
    ],
    // Many tests wait for sockets, disks and processes: a worker more than there are cores has work for what is idle.
    maxWorkers: availableParallelism() + 1,
    // Against tests that hang: a busy machine may well start processes at a fifth of its speed.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
