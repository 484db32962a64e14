import type { Migration } from "../migration.ts";
import { erasureNotices } from "./erasure-notices.ts";

/** Nodes of an earlier version may use the schema, but write no notices. */
export const second: Migration = {
  version: 2,
  oldestReader: 1,
  sql: [erasureNotices].join("\n"),
};
