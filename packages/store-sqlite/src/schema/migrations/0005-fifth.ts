import type { Migration } from "../migration.ts";
import { owners } from "./owners.ts";

/**
 * Owners. An earlier version may use the file until a conversation has another owner than `default`: see
 * `refuseEarlierVersions`.
 */
export const fifth: Migration = {
  version: 5,
  oldestReader: 1,
  sql: owners,
};
