import { testsOf } from "./vitest.config.ts";

// Tests that take minutes or need an idle machine. `npm run verify` runs them, one file at a time.
export default testsOf("heavy");
