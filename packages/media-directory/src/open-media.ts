import { errorFacts, type Logger, ParleyError, type PluginState, type Random } from "@parley/core";
import { FileFolder, unusable } from "./files/file-folder.ts";
import { FileRows } from "./files/file-rows.ts";
import { checkPlace } from "./files/place.ts";
import { Room } from "./files/room.ts";
import type { MediaSettings } from "./media-directory-options.ts";

/** The directory and its rows, checked. */
export interface OpenedMedia {
  readonly folder: FileFolder;
  readonly rows: FileRows;
  readonly room: Room;
  /** Resolves when the files that are there have been counted: a large directory would delay the start. */
  readonly counted: Promise<void>;
}

/** @throws ParleyError `media-directory-unusable`, `media-directory-not-shared`, and the store's error */
export async function openMedia(
  { directory, totalBytes, acceptLoss }: MediaSettings,
  ports: { readonly state: PluginState; readonly random: Random; readonly logger: Logger },
): Promise<OpenedMedia> {
  const { state, random, logger } = ports;
  const folder = await FileFolder.open(directory);
  try {
    await checkPlace({ path: directory, state, random, acceptLoss });
  } catch (error) {
    throw ParleyError.is(error) ? error : unusable(directory, error);
  }
  const room = new Room(totalBytes);
  const counted = room
    .recount(() => folder.totalBytes())
    .catch((error: unknown) =>
      logger.error("the files of the media directory could not be counted", errorFacts(error)),
    );
  return { folder, rows: new FileRows(state), room, counted };
}
