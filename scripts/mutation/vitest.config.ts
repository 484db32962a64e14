import { defineConfig } from "vitest/config";

// Without the first condition the tests would run `dist`, which has no mutants.
const conditions = ["@parley/source", "node", "module", "default"];

// Only tests of the pure parts. Tests of the whole gateway are excluded, and tests that only expect an error.
export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    include: [
      "packages/core/test/protocol/**/*.test.ts",
      "packages/core/test/model/**/*.test.ts",
      "packages/core/test/engine/{outbound/attempt-memo,outbound/redelivery}.test.ts",
      "packages/core/test/engine/{inbound/backend-health,dispatch/failed-verdict}.test.ts",
    ],
    exclude: ["packages/core/test/protocol/total.test.ts"],
  },
});
