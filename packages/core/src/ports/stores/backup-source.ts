import type { ServiceIdentifier } from "inversify";

/** Facts found in a copy, such as the schema version and row counts. */
export type BackupFacts = Readonly<Record<string, number | string>>;

/**
 * Called by admin surfaces that make backups; implemented by each adapter that owns a file, for that file, or a directory
 * of files, as an archive.
 * Several may be bound. A store whose database server has its own backup tools binds none.
 */
export interface BackupSource {
  /** File name of the copy within a backup, such as `parley.db`. The file is restored under this name. */
  readonly name: string;
  /**
   * Content of the file. Without a source of `messages` no backup is made: it would look complete and hold no
   * message. A file of `media` is copied last, so that the rows in the copy of `messages` have their files.
   */
  readonly holds: "messages" | "accounts" | "media";
  /**
   * Copies the file to `path` while it is in use. `path` must not exist; the copy is synced and only its owner can
   * read it.
   * The copy holds everything committed before the call. A commit made during the copy is in it whole or not at
   * all.
   * @param onProgress gets the fraction copied so far, 0 to 1
   * @param signal cancels the copy, which then rejects; a partial file may stay
   */
  write(path: string, onProgress: (fraction: number) => void, signal: AbortSignal): Promise<void>;
  /**
   * Opens a finished copy and reads every page of it.
   * @throws ParleyError `backup-damaged` when it could not be restored
   */
  verify(path: string): Promise<BackupFacts>;
}
export const BackupSource = Symbol.for(
  "@parley/core/BackupSource",
) as ServiceIdentifier<BackupSource>;
