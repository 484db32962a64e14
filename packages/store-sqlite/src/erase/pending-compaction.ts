import type { Connection } from "../connection/connection.ts";
import { clearPending, findPending, request } from "./compaction-counter.ts";

/** How many writes go by before a log that could not be cut off is tried again. */
const patienceWrites = 100;
/** What is rewritten in a moment: the process stands still meanwhile. */
const momentBytes = 4 * 1024 * 1024;
/** A larger file is not rewritten on opening either: that would keep a gateway from starting for seconds. */
export const startBytes = 256 * 1024 * 1024;

/** Why a file is to be compacted; a person who was erased outweighs what was merely old. */
type Reason = "purged" | "erased";
const numbers = { purged: 1, erased: 2 } as const;

/** Notes in the erasing transaction that the file is to be compacted. */
export function requestCompaction(connection: Connection, reason: Reason): void {
  connection.run(request, numbers[reason]);
}

export function pendingCompaction(connection: Connection): Reason | null {
  const value = connection.get<{ value: number }>(findPending)?.value ?? 0;
  if (value === 0) return null;
  return value === numbers.erased ? "erased" : "purged";
}

/**
 * Rewrites the file when something was erased since the last time and it is no larger than `limitBytes`: rows that were
 * moved from page to page while they lived have left copies in unused parts of pages, which no deletion reaches.
 * @throws SqliteError when the disk does not take it; the file is then as before.
 */
function compact(connection: Connection, limitBytes: number): void {
  if (pendingCompaction(connection) === null) return;
  if (connection.isCopied || connection.sizeBytes > limitBytes) return;
  connection.vacuum();
  connection.run(clearPending);
}

/**
 * What is still to be done after an erasure. The write-ahead log holds pages as they were before, until it is cut off.
 * Whoever reads it, such as a backup, keeps it from that: then it is tried again later.
 */
export class PendingCompaction {
  /** Since something was erased, or the last try; `null` when nothing is left to do. */
  #writes: number | null = null;

  request(): void {
    this.#writes ??= 0;
  }

  /** Before anything else is done with the file: nobody waits yet. @throws as `clear`. */
  start(connection: Connection): void {
    this.#clear(connection, startBytes);
  }

  /** @throws SqliteError when the disk does not take it: it is tried again later. */
  clear(connection: Connection): void {
    this.#clear(connection, momentBytes);
  }

  /** To be called after every write. @throws as `clear`. */
  wrote(connection: Connection): void {
    if (this.#writes === null) return;
    this.#writes += 1;
    if (this.#writes >= patienceWrites) this.clear(connection);
  }

  #clear(connection: Connection, limitBytes: number): void {
    this.#writes = 0;
    compact(connection, limitBytes);
    if (connection.cutLog()) this.#writes = null;
  }
}
