import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Plan } from "./plan/plan.ts";

/** Whether this package is installed in another project. */
const isInstalled = import.meta.dirname.includes("node_modules");
const command = isInstalled ? "npx parley-simulate" : "npm run simulate --";
/** Directory of the kept plans, which every run replays. */
const archiveDirectory = isInstalled
  ? resolve("parley-seeds")
  : resolve(import.meta.dirname, "../../seeds");

/** The option that names the stores, because a replay needs the same ones. */
const over = (stores: string | null): string => (stores === null ? "" : ` --stores ${stores}`);

/** Command that replays a seed. */
export function replaySeed(seed: number, stores: string | null): string {
  return `${command} --seed ${seed}${over(stores)}`;
}

/** Command that replays a kept plan. */
export function replayPlan(path: string, stores: string | null): string {
  return `${command} --plan ${relative(process.cwd(), path)}${over(stores)}`;
}

/** Command that runs the sweep. */
export function replaySweep(stores: string | null): string {
  return `${command} --sweep${over(stores)}`;
}

/** Command for a longer run, shown after a quick one. */
export function longer(stores: string | null): string {
  return `longer: ${command} --minutes 60${over(stores)}`;
}

/** Writes a plan as JSON and returns its path. */
export function keepPlan(plan: Plan, check: string, directory = archiveDirectory): string {
  mkdirSync(directory, { recursive: true });
  const path = join(directory, `${check}-${plan.seed}.json`);
  writeFileSync(path, `${JSON.stringify(plan, null, 2)}\n`);
  return path;
}

export function readPlan(path: string): Plan {
  return JSON.parse(readFileSync(path, "utf8")) as Plan;
}
