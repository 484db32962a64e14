interface Step {
  /** From 1, without gaps. */
  readonly version: number;
  /** The oldest version of this package's schema that can still read and write the database after this step. */
  readonly oldestReader: number;
}

/**
 * Statements that run as one transaction. They may wait for locks that traffic holds, for moments, and again; what they
 * lock themselves must be free again in moments: nothing that reads or rewrites a table.
 */
export interface DefinitionStep extends Step {
  /** Tables that it changes, if others may be at work on them: autovacuum makes way for it. */
  readonly tables?: readonly string[];
  readonly sql: string;
}

/** An index, built while rows of its table are read and written. */
export interface IndexStep extends Step {
  readonly index: {
    readonly name: string;
    /** What follows `create index <name> on`: the table, the columns, a condition. */
    readonly on: string;
  };
}

/** A change of rows: a statement that changes a few hundred of those that still need it, run until none does. */
export interface RowsStep extends Step {
  readonly rows: string;
}

/** One numbered step of the schema. Append only: a released step never changes. */
export type Migration = DefinitionStep | IndexStep | RowsStep;
