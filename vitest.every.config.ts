import { testsOf } from "./vitest.config.ts";

// Tests of all tiers, for sabotages and canaries, which select files by name.
export default testsOf("every");
