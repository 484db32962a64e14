import type { Migration } from "../migration.ts";
import { pauses } from "./pauses.ts";

/** Pauses, and notices of delivered messages. An earlier version may use the file, but sends no notices. */
export const fourth: Migration = {
  version: 4,
  oldestReader: 1,
  sql: pauses,
};
