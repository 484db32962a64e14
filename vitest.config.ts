import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// Without "import": Vite would also use it for what is required, and a CommonJS module would get an ES module.
const conditions = ["@parley/source", "node", "module", "default"];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [
      "packages/*/test/**/*.test.ts",
      "examples/*/test/**/*.test.ts",
      "benchmarks/test/**/*.test.ts",
      "test/**/*.test.ts",
    ],
    // Many tests wait for sockets, disks and processes: a worker more than there are cores has work for what is idle.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
