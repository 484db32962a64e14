import type { Migration } from "../migrate.ts";
import { lanes } from "./0001-lanes.ts";

/** Every step, oldest first. */
export const migrations: readonly Migration[] = [lanes];
