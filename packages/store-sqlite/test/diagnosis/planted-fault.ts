import type Sqlite from "better-sqlite3";

/** A fault in the derived data of a file. */
export interface PlantedFault {
  readonly name: string;
  /** Name of the check that must find it. */
  readonly check: string;
  readonly plant: (file: Sqlite.Database) => void;
  /** Whether the repair leaves out sequences that may have been used. */
  readonly leavesGap?: true;
}

/** Changes rows. */
export function change(sql: string): (file: Sqlite.Database) => void {
  return (file) => {
    if (file.prepare(sql).run().changes === 0) throw new Error(`nothing was planted: ${sql}`);
  };
}
