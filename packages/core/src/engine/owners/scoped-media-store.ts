import type { MediaAnswer, MediaCopyRequest, MediaStore } from "../../ports/media-store.ts";
import type { ReadingScope } from "./reading-scope.ts";

/** The media store of one agent app beside others: for its own conversations alone, and with keys of its own. */
export class ScopedMediaStore implements MediaStore {
  readonly #store: MediaStore;
  readonly #scope: ReadingScope;
  readonly #ownKey: (key: string) => string;

  /** @param ownKey gives a key that no other agent app has, of at most 255 characters */
  constructor(store: MediaStore, scope: ReadingScope, ownKey: (key: string) => string) {
    this.#store = store;
    this.#scope = scope;
    this.#ownKey = ownKey;
  }

  async copy(request: MediaCopyRequest): Promise<MediaAnswer> {
    const isOwn = await this.#scope.owns(request.conversationId).catch(() => null);
    if (isOwn === null) return unreadable;
    if (!isOwn) return unknown;
    return this.#store.copy({ ...request, key: this.#ownKey(request.key) });
  }
}

const unknown: MediaAnswer = {
  stored: false,
  why: "unknown-conversation",
  message: "There is no such conversation. The file was not stored.",
  retryable: false,
};

const unreadable: MediaAnswer = {
  stored: false,
  why: "unreachable",
  message: "The conversation could not be read. The file was not stored.",
  retryable: true,
};
