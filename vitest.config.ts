import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { configDefaults, defineConfig } from "vitest/config";

// Without "import": Vite would also use it for what is required, and a CommonJS module would get an ES module.
const conditions = ["@parley/source", "node", "module", "default"];

// Nearly a thousand files, which every test file would load anew: 0.25 s of processor time each.
const bundled = ["typebox", "typebox/compile", "inversify"].map((name) => `@parley/core > ${name}`);

// What tests start loads some 1,500 files each time: compiled, and without their types, they are kept.
process.env["NODE_COMPILE_CACHE"] ??= resolve("node_modules/.cache/compile");

const everywhere = [
  "packages/*/test/**/*.test.ts",
  "examples/*/test/**/*.test.ts",
  "benchmarks/test/**/*.test.ts",
  "test/**/*.test.ts",
];
/**
 * Many small files that change nothing of their process: they share it, and what it has loaded. A process for each of
 * them would take twice the processor time.
 */
const together = ["core", "ingress-express", "ingress-node", "store-sqlite", "telemetry"].map(
  (name) => `packages/${name}/test/**/*.test.ts`,
);

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    deps: { optimizer: { ssr: { enabled: true, include: bundled } } },
    projects: [
      { extends: true, test: { name: "together", include: together, isolate: false } },
      {
        extends: true,
        test: {
          name: "alone",
          include: everywhere,
          exclude: [...configDefaults.exclude, ...together],
        },
      },
    ],
    // Many tests wait for sockets, disks and processes: a worker more than there are cores has work for what is idle.
    maxWorkers: availableParallelism() + 1,
    // Against tests that hang: a busy machine may well start processes at a fifth of its speed.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
