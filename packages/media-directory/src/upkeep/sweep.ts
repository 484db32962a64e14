import type { Clock, DueAnswer, DueEntry, DueListener, Logger } from "@parley/core";
import type { FileFolder } from "../files/file-folder.ts";
import type { FileRows } from "../files/file-rows.ts";
import type { Room } from "../files/room.ts";

/** Standing entry whose due call is the sweep: one node at a time. */
export const sweepKey = "sweep";
const dayMs = 24 * 60 * 60 * 1_000;

/** What the sweep needs. */
export interface SweepPorts {
  readonly folder: FileFolder;
  readonly rows: FileRows;
  readonly room: Room;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Once a day deletes files without a row, which crashes and late copies leave, and counts the others. */
export class MediaSweep implements DueListener {
  readonly #ports: SweepPorts;

  constructor(ports: SweepPorts) {
    this.#ports = ports;
  }

  async due(_entry: DueEntry, signal: AbortSignal): Promise<DueAnswer> {
    const { folder, room, clock, logger } = this.#ports;
    const before = clock.now() - dayMs;
    let orphans = 0;
    await room.recount(async () => {
      let keptBytes = 0;
      for (const name of await folder.folders()) {
        signal.throwIfAborted();
        const swept = await this.#sweep(name, before);
        orphans += swept.orphans;
        keptBytes += swept.keptBytes;
      }
      return keptBytes;
    });
    const drafts = await folder.removeDrafts(before);
    if (orphans + drafts > 0) logger.info("files without a row were deleted", { orphans, drafts });
    return { dueAt: clock.now() + dayMs };
  }

  /** A file is younger than a day when its row may still come. */
  async #sweep(
    name: string,
    before: number,
  ): Promise<{ readonly orphans: number; readonly keptBytes: number }> {
    const { folder, rows } = this.#ports;
    const files = await folder.filesIn(name);
    // Read after the files: a row that comes meanwhile is seen.
    const known = files.some(({ storedAt }) => storedAt < before) ? await rows.ids(name) : null;
    let orphans = 0;
    let keptBytes = 0;
    for (const { id, storedAt, sizeBytes } of files) {
      if (storedAt >= before || known?.has(id) === true) keptBytes += sizeBytes;
      else {
        await folder.remove(id);
        orphans += 1;
      }
    }
    return { orphans, keptBytes };
  }
}
