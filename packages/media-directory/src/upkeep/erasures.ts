import type { ErasedConversation, ErasureListener, Receipt } from "@parley/core";
import type { FileFolder } from "../files/file-folder.ts";
import { erasedFiles } from "../files/file-rows.ts";
import type { Room } from "../files/room.ts";

/** Deletes the files of erased conversations. Their links end before that, with their rows. */
export class MediaErasures implements ErasureListener {
  readonly #folder: FileFolder;
  readonly #room: Room;

  constructor(folder: FileFolder, room: Room) {
    this.#folder = folder;
    this.#room = room;
  }

  async erased(notice: ErasedConversation, signal: AbortSignal): Promise<Receipt> {
    for (const id of erasedFiles(notice)) {
      signal.throwIfAborted();
      this.#room.giveBack(await this.#folder.remove(id));
    }
    return { outcome: "taken" };
  }
}
