import type { Migration } from "../migration.ts";
import { owners } from "./owners.ts";

/** Owners of conversations. Earlier versions may use the file until there is a second backend or a change of owner. */
export const fifth: Migration = {
  version: 5,
  oldestReader: 1,
  sql: owners,
};
