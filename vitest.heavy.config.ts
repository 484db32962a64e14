import { testsOf } from "./vitest.config.ts";

// Tests that take minutes or need the machine for themselves; `npm run verify` runs them, one file at a time.
export default testsOf("heavy");
