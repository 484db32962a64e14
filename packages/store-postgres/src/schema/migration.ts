import type { SchemaStep, SqlStep } from "@parley/core/sql-store";

/**
 * Statements that run in one transaction. Waits for locks only briefly, and retries. The statements must also release
 * their own locks quickly: none may read or rewrite a table.
 */
export interface DefinitionStep extends SqlStep {
  /** Tables that it changes while others use them. Autovacuum is interrupted for them. */
  readonly tables?: readonly string[];
}

/** An index, built while its table is read and written. */
export interface IndexStep extends SchemaStep {
  readonly index: {
    readonly name: string;
    /** What follows `create index <name> on`: the table, the columns, a condition. */
    readonly on: string;
  };
}

/** Changes rows. The statement changes a few hundred rows that still need it, and runs until none is left. */
export interface RowsStep extends SchemaStep {
  readonly rows: string;
}

/** One numbered step of the schema. Append only: a step that has landed never changes. */
export type Migration = DefinitionStep | IndexStep | RowsStep;
