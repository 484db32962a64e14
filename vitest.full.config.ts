import { testsOf } from "./vitest.config.ts";

// Tests on a second database or in a browser, which `npm test` only samples. `npm run verify` runs them by package.
export default testsOf("full");
