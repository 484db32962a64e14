/** The size of a run. Most are small; a few are long, crowded, or have a message that cannot be taken. */
export type Scenario = "small" | "ordinary" | "crowded" | "poisoned";
