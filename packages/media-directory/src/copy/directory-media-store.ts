import {
  type Conversations,
  type Digest,
  errorFacts,
  type Logger,
  type MediaAnswer,
  type MediaCopyRequest,
  type MediaStore,
  ParleyError,
  type Random,
  type StoredMedia,
} from "@parley/core";
import { idCharacters } from "../files/file-folder.ts";
import type { FileRows, StoredRow } from "../files/file-rows.ts";
import type { MediaSettings } from "../media-directory-options.ts";
import { type FetchedFile, fetchFile, type FetchPorts } from "./fetch-file.ts";
import { KeyQueue } from "./key-queue.ts";
import { mediaUrl } from "./media-url.ts";
import { type Refused, refused } from "./refusals.ts";

/** What the store needs. */
export interface MediaStorePorts extends FetchPorts {
  readonly rows: FileRows;
  readonly conversations: Conversations;
  readonly random: Random;
  readonly digest: Digest;
  readonly logger: Logger;
  readonly settings: MediaSettings;
  /** Resolves when the files that are there have been counted. */
  readonly counted: Promise<void>;
}

/** Copies files into a directory. A file is there before its row, so no row is without its file after a crash. */
export class DirectoryMediaStore implements MediaStore {
  readonly #ports: MediaStorePorts;
  readonly #queue = new KeyQueue();
  readonly #closing = new AbortController();

  constructor(ports: MediaStorePorts) {
    this.#ports = ports;
  }

  async copy(request: MediaCopyRequest): Promise<MediaAnswer> {
    const { digest, logger } = this.#ports;
    try {
      const key = `key:${digest.of(JSON.stringify([request.conversationId, request.key]))}`;
      const signal = AbortSignal.any([request.signal, this.#closing.signal]);
      return await this.#queue.run(key, () => this.#copy({ ...request, signal }, key));
    } catch (error) {
      logger.error("a file of an agent app could not be stored", errorFacts(error));
      return refused("unreachable");
    }
  }

  /** Aborts what is fetched, and waits for it. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#queue.idle();
  }

  async #copy(request: MediaCopyRequest, key: string): Promise<MediaAnswer> {
    const { conversations, random, counted } = this.#ports;
    if (request.signal.aborted) return refused("unreachable");
    const known = await this.#known(key);
    if (known !== null) return this.#stored(known);
    if ((await conversations.find(request.conversationId)) === null)
      return refused("unknown-conversation");
    await counted;
    const id = random.token(idCharacters);
    const fetched = await fetchFile(this.#ports, request, id);
    if ("why" in fetched) return fetched;
    return this.#keep(fetched, { conversationId: request.conversationId, id, key });
  }

  /** The row of a key, unless its file was lost. */
  async #known(key: string): Promise<StoredRow | null> {
    const { rows, folder } = this.#ports;
    const row = await rows.byKey(key);
    if (row === null || (await folder.sizeOf(row.id)) !== null) return row;
    await rows.remove(row);
    return null;
  }

  async #keep(
    { draft, type, name }: FetchedFile,
    to: { readonly conversationId: string; readonly id: string; readonly key: string },
  ): Promise<MediaAnswer> {
    const { folder, rows, room } = this.#ports;
    const { conversationId, id, key } = to;
    const { sizeBytes } = draft;
    const row = { id, key, type, name, sizeBytes };
    try {
      await folder.keep(draft, id);
    } catch (error) {
      await draft.discard();
      room.giveBack(sizeBytes);
      throw error;
    }
    const answer = await rows.add(conversationId, row).catch(async (error: unknown) => {
      // After any other error the row may be there. The sweep deletes the file if it is not.
      if (ParleyError.is(error) && error.code === "overloaded") await this.#drop(id);
      throw error;
    });
    if (answer.written) return this.#stored(row);
    await this.#drop(id);
    if (answer.why === "exists") {
      const other = await rows.byKey(key);
      return other === null ? refused("unknown-conversation") : this.#stored(other);
    }
    return rowRefusal(answer.why);
  }

  async #drop(id: string): Promise<void> {
    this.#ports.room.giveBack(await this.#ports.folder.remove(id));
  }

  #stored({ id, type, name, sizeBytes }: StoredRow): MediaAnswer {
    const url = mediaUrl(this.#ports.settings.publicUrl, id, name);
    const file: StoredMedia = { url, type, sizeBytes, name };
    return { stored: true, file };
  }
}

function rowRefusal(why: string): Refused {
  if (why === "erased") return refused("unknown-conversation");
  return refused(why === "full" ? "full" : "unreachable");
}
