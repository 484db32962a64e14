import { testsOf } from "./vitest.config.ts";

// The tests that `npm test` leaves out; `npm run verify` runs them, one file at a time.
export default testsOf(true);
