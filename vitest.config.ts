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
    // The default leaves one core out, half of a small machine; many tests wait for sockets and processes.
    maxWorkers: availableParallelism(),
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
