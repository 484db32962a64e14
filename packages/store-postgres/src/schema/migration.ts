interface Step {
  /** From 1, without gaps. */
  readonly version: number;
  /** The oldest schema version of this package that can read and write the database after this step. */
  readonly oldestReader: number;
}

/**
 * Statements that run in one transaction. Waits for locks only briefly, and retries. The statements must also release
 * their own locks quickly: none may read or rewrite a table.
 */
export interface DefinitionStep extends Step {
  /** Tables that it changes while others use them. Autovacuum is interrupted for them. */
  readonly tables?: readonly string[];
  readonly sql: string;
}

/** An index, built while its table is read and written. */
export interface IndexStep extends Step {
  readonly index: {
    readonly name: string;
    /** What follows `create index <name> on`: the table, the columns, a condition. */
    readonly on: string;
  };
}

/** Changes rows. The statement changes a few hundred rows that still need it, and runs until none is left. */
export interface RowsStep extends Step {
  readonly rows: string;
}

/** One numbered step of the schema. Append only: a released step never changes. */
export type Migration = DefinitionStep | IndexStep | RowsStep;
