import type { ServiceIdentifier } from "inversify";

/** What was found in a copy: schema, counts. */
export type BackupFacts = Readonly<Record<string, number | string>>;

/**
 * Called by admin surfaces that make backups; implemented, each for its own file, by any adapter that keeps one.
 * Several may be bound; a store whose database server has tools of its own binds none.
 */
export interface BackupSource {
  /** File name of the copy within a backup, such as `parley.db`; the name under which it is restored. */
  readonly name: string;
  /** What the file holds. Where no source holds the messages, no backup is made: it would look like one. */
  readonly holds: "messages" | "accounts";
  /**
   * Copies the file, while it is in use, to `path`, which does not exist yet, readable for its owner only and synced.
   * Everything committed before the call is in the copy. What is written meanwhile may be; never half of a commit.
   * @param onProgress is told the part that is copied, 0 to 1
   * @param signal ends the work with a rejection; a file begun may stay
   */
  write(path: string, onProgress: (fraction: number) => void, signal: AbortSignal): Promise<void>;
  /**
   * Opens a finished copy and looks at every page of it.
   * @throws ParleyError `backup-damaged` when it could not be restored
   */
  verify(path: string): Promise<BackupFacts>;
}
export const BackupSource = Symbol.for(
  "@parley/core/BackupSource",
) as ServiceIdentifier<BackupSource>;
