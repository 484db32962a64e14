export { checks } from "./checks.ts";
export { drawPlan } from "./draw-plan.ts";
export type { Fate } from "./fate.ts";
export { marks } from "./marks.ts";
export type { Mark } from "./mark.ts";
export type { NodeStores } from "./node-store.ts";
export type { Plan } from "./plan.ts";
export type { Check, Run } from "./run.ts";
export { runPlan, type RunOptions, type RunReport, type Violation } from "./run-plan.ts";
export {
  type FreshSimulatedStores,
  memorySimulatedStores,
  type SimulatedStores,
} from "./simulated-stores.ts";
export { shrink, type Shrunk } from "./shrink.ts";
