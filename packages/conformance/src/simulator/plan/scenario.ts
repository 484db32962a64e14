/** How much a run is made of. Most are small; a few are long, crowded or hold a message that cannot be taken. */
export type Scenario = "small" | "ordinary" | "crowded" | "poisoned";
