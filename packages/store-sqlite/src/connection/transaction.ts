import type { Connection } from "./connection.ts";
import type { FilePlace } from "./file-place.ts";

/** A COMMIT with an unknown outcome, or a failed ROLLBACK. The connection must not be used any more. */
export class LostConnection extends Error {}

/** Runs `work` between BEGIN and COMMIT. @throws its error; ParleyError `store-moved`; `LostConnection`. */
export function transaction<Result>(
  connection: Connection,
  work: (connection: Connection) => Result,
  place: FilePlace,
): Result {
  connection.run("begin immediate");
  try {
    const result = work(connection);
    connection.checkDurable();
    place.check();
    commit(connection);
    return result;
  } catch (error) {
    // A full or failing disk may have ended the transaction with the statement.
    if (connection.inTransaction) rollback(connection, error);
    throw error;
  }
}

/** A write that must reach the disk, to prove that the store works. */
export function probe(connection: Connection): void {
  connection.run("update counters set value = 1 - value where name = 'probe'");
}

function commit(connection: Connection): void {
  try {
    connection.run("commit");
  } catch (cause) {
    throw new LostConnection("commit failed", { cause });
  }
}

function rollback(connection: Connection, cause: unknown): void {
  try {
    connection.run("rollback");
  } catch {
    throw new LostConnection("rollback failed", { cause });
  }
}
