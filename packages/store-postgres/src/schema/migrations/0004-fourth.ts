import type { Migration } from "../migration.ts";
import { pauses } from "./pauses.ts";

/**
 * Pauses, and notices of delivered messages. Nodes of an earlier version may use the schema. They end no pause of a
 * lane, and send no notices.
 */
export const fourth: Migration = {
  version: 4,
  oldestReader: 1,
  tables: ["lanes"],
  sql: pauses,
};
