import type { SqlStep } from "@parley/core/sql-store";

/** One numbered step of the schema. Append only: a step that has landed never changes. */
export type Migration = SqlStep;
