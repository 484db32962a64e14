import type { Migration } from "../migration.ts";
import { conversationOwners } from "./owners.ts";

/** Owners of conversations. Nodes of an earlier version may use the schema until there is a second backend. */
export const sixth: Migration = {
  version: 6,
  oldestReader: 1,
  tables: ["conversations"],
  sql: conversationOwners,
};
