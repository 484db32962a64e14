import type { Connection } from "../connection/connection.ts";
import { fifth } from "./migrations/0005-fifth.ts";

const refuse = "update parley_schema set oldest_reader = max(oldest_reader, ?)";
const isRefused = "select 1 from parley_schema where oldest_reader >= ?";

/**
 * Call it in a write after which a version that knows no owners must not use the file any more. None uses it now: one process
 * owns the file.
 */
export function refuseEarlierVersions(connection: Connection): void {
  connection.run(refuse, fifth.version);
}

/** Whether `refuseEarlierVersions` has nothing to do. */
export function areEarlierVersionsRefused(connection: Connection): boolean {
  return connection.get(isRefused, fifth.version) !== undefined;
}
