export { checks } from "./judge/checks.ts";
export { drawPlan } from "./plan/draw-plan.ts";
export type { Fate } from "./world/fate.ts";
export { marks } from "./marks/marks.ts";
export type { Mark } from "./marks/mark.ts";
export type { NodeStores } from "./world/stores/node-stores.ts";
export type { Plan } from "./plan/plan.ts";
export type { Check, Run } from "./judge/run.ts";
export { runPlan, type RunOptions, type RunReport, type Violation } from "./run-plan.ts";
export {
  type FreshSimulatedStores,
  memorySimulatedStores,
  type SimulatedStores,
} from "./world/stores/simulated-stores.ts";
export { shrink, type Shrunk } from "./shrink.ts";
