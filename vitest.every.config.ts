import { testsOf } from "./vitest.config.ts";

// Tests of all tiers, for sabotages and canaries, which name the files that they start.
export default testsOf("every");
