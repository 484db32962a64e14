import type { MediaAnswer, MediaCopyRequest, MediaStore } from "../../ports/media-store.ts";
import type { ReadingScope } from "./reading-scope.ts";

/** The media store of one agent app beside others: for its own conversations alone, and with keys of its own. */
export class ScopedMediaStore implements MediaStore {
  readonly #store: MediaStore;
  readonly #scope: ReadingScope;
  readonly #agentApp: string;

  constructor(store: MediaStore, scope: ReadingScope, agentApp: string) {
    this.#store = store;
    this.#scope = scope;
    this.#agentApp = agentApp;
  }

  async copy(request: MediaCopyRequest): Promise<MediaAnswer> {
    const isOwn = await this.#scope.owns(request.conversationId).catch(() => null);
    if (isOwn === null) return unreadable;
    if (!isOwn) return unknown;
    return this.#store.copy({ ...request, key: `${this.#agentApp}:${request.key}` });
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
