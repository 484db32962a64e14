import type { Connection } from "../connection/connection.ts";
import { clearPending, findPending, request } from "./compaction-counter.ts";

/** After this many writes a failed truncation of the log is tried again. */
const patienceWrites = 100;
/** Files up to this size are rewritten at once. The process blocks meanwhile. */
const momentBytes = 4 * 1024 * 1024;
/** Larger files are not rewritten at the start either: that would delay it by seconds. */
export const startBytes = 256 * 1024 * 1024;

/** Why a file must be compacted. Erasing a visitor ranks above deleting old messages. */
type Reason = "purged" | "erased";
const numbers = { purged: 1, erased: 2 } as const;

/** Records in the erasing transaction that the file must be compacted. */
export function requestCompaction(connection: Connection, reason: Reason): void {
  connection.run(request, numbers[reason]);
}

export function pendingCompaction(connection: Connection): Reason | null {
  const value = connection.get<{ value: number }>(findPending)?.value ?? 0;
  if (value === 0) return null;
  return value === numbers.erased ? "erased" : "purged";
}

/**
 * Rewrites the file when something was erased since the last time, unless it is larger than `limitBytes`. Rows that
 * moved between pages have left copies in unused parts of pages, which no deletion reaches.
 * @throws SqliteError when the disk does not accept it. The file is then unchanged.
 */
function compact(connection: Connection, limitBytes: number): void {
  if (pendingCompaction(connection) === null) return;
  if (connection.isCopied || connection.sizeBytes > limitBytes) return;
  connection.vacuum();
  connection.run(clearPending);
}

/**
 * The work that is still due after an erasure. The write-ahead log contains older pages until it is truncated. A reader
 * such as a backup prevents that; then it is retried later.
 */
export class PendingCompaction {
  /** Writes since the erasure or the last attempt; `null` when nothing is due. */
  #writes: number | null = null;

  request(): void {
    this.#writes ??= 0;
  }

  /** At the start of the store, while nobody waits. @throws as `clear`. */
  start(connection: Connection): void {
    this.#clear(connection, startBytes);
  }

  /** @throws SqliteError when the disk does not accept it. It is retried later. */
  clear(connection: Connection): void {
    this.#clear(connection, momentBytes);
  }

  /** Call it after every write. @throws as `clear`. */
  wrote(connection: Connection): void {
    if (this.#writes === null) return;
    this.#writes += 1;
    if (this.#writes >= patienceWrites) this.clear(connection);
  }

  /** Call it once a reader has ended that may have prevented it. @throws as `clear`. */
  retry(connection: Connection): void {
    if (this.#writes !== null) this.clear(connection);
  }

  #clear(connection: Connection, limitBytes: number): void {
    this.#writes = 0;
    compact(connection, limitBytes);
    if (connection.cutLog()) this.#writes = null;
  }
}
