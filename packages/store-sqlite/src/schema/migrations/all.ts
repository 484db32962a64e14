import type { Migration } from "../migration.ts";
import { initial } from "./0011-initial.ts";

/** Every step, oldest first. */
export const migrations: readonly Migration[] = [initial];
