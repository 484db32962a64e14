import { testsOf } from "./vitest.config.ts";

// Tests that repeat on a second database or in a browser what `npm test` samples; `npm run verify` runs them by package.
export default testsOf("full");
