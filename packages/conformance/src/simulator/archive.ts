import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type { Plan } from "./plan.ts";

/** Where plans that must run forever are kept. */
export const archiveDirectory = resolve(import.meta.dirname, "../../seeds");

/** The line that replays a seed. */
export function replaySeed(seed: number): string {
  return `npm run simulate -- --seed ${seed}`;
}

/** The line that replays a plan that was kept. */
export function replayPlan(path: string): string {
  return `npm run simulate -- --plan ${relative(process.cwd(), path)}`;
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
