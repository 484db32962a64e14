import type { Migration } from "../migration.ts";
import { conversationOwners } from "./owners.ts";

/** Owners of conversations. Earlier nodes may use the schema until there is a second backend or a change of owner. */
export const sixth: Migration = {
  version: 6,
  oldestReader: 1,
  tables: ["conversations"],
  sql: conversationOwners,
};
