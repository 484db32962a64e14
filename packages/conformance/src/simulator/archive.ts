import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Plan } from "./plan/plan.ts";

/** Whether this runs in somebody else's project. */
const isInstalled = import.meta.dirname.includes("node_modules");
const command = isInstalled ? "npx parley-simulate" : "npm run simulate --";
/** Where plans that must run forever are kept. */
const archiveDirectory = isInstalled
  ? resolve("parley-seeds")
  : resolve(import.meta.dirname, "../../seeds");

/** Over which stores: a replay over others would find nothing. */
const over = (stores: string | null): string => (stores === null ? "" : ` --stores ${stores}`);

/** The line that replays a seed. */
export function replaySeed(seed: number, stores: string | null): string {
  return `${command} --seed ${seed}${over(stores)}`;
}

/** The line that replays a plan that was kept. */
export function replayPlan(path: string, stores: string | null): string {
  return `${command} --plan ${relative(process.cwd(), path)}${over(stores)}`;
}

/** The line that runs the sweep. */
export function replaySweep(stores: string | null): string {
  return `${command} --sweep${over(stores)}`;
}

/** Said at the end of a quick run. */
export function longer(stores: string | null): string {
  return `longer: ${command} --minutes 60${over(stores)}`;
}

/** Keeps a plan as JSON; gives the path. */
export function keepPlan(plan: Plan, check: string, directory = archiveDirectory): string {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, `${check}-${plan.seed}.json`);
  writeFileSync(path, `${JSON.stringify(plan, null, 2)}\n`);
  return path;
}

export function readPlan(path: string): Plan {
  return JSON.parse(readFileSync(path, "utf8")) as Plan;
}
