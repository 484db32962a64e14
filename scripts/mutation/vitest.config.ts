import { defineConfig } from "vitest/config";

// Without the first condition the tests would run `dist`, where no mutant is.
const conditions = ["@parley/source", "node", "module", "default"];

// The tests of the pure parts alone. Left out is what drives the whole gateway, and what only looks for a throw.
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
