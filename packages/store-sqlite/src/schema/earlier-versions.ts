import type { Connection } from "../connection/connection.ts";
import { fifth } from "./migrations/0005-fifth.ts";

const refuse = "update parley_schema set oldest_reader = max(oldest_reader, ?)";
const isRefused = "select 1 from parley_schema where oldest_reader >= ?";

/**
 * From the end of this write, versions without owners refuse the file. None of them uses it now: one process owns the file.
 */
export function refuseEarlierVersions(connection: Connection): void {
  connection.run(refuse, fifth.version);
}

/** Whether `refuseEarlierVersions` has nothing to do. */
export function areEarlierVersionsRefused(connection: Connection): boolean {
  return connection.get(isRefused, fifth.version) !== undefined;
}
