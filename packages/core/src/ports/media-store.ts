import type { ServiceIdentifier } from "inversify";

/** A file of an agent app to copy. A visitor's files are never fetched (ruling 9). */
export interface MediaCopyRequest {
  readonly conversationId: string;
  /** Names the file within the conversation, 1 to 255 characters: the app's own id of the attachment. */
  readonly key: string;
  /** Where the file is now. */
  readonly url: string;
  /** Such as the app's token. Sent to the origin of `url` only. */
  readonly headers?: Readonly<Record<string, string>>;
  /** As in `HttpRequest`. */
  readonly allowOrigins?: readonly string[];
  /** Default: what the app's `content-disposition` gives, or the end of the URL where it looks like a file's name. */
  readonly name?: string;
  /** Default and maximum: the store's limit of one file. */
  readonly limitBytes?: number;
  /** The only limit of time. */
  readonly signal: AbortSignal;
}

/** A stored file. */
export interface StoredMedia {
  /** Public and unguessable. Works as long as the conversation exists. Fits the field `file` of a message. */
  readonly url: string;
  /** Media type, such as `image/png`: what the file's bytes prove, else what the app says. */
  readonly type: string;
  readonly sizeBytes: number;
  readonly name: string;
}

/**
 * Why a file was not stored.
 * - `unknown-conversation`: there is none, or it was erased.
 * - `forbidden-target`: the address guard refuses the URL or a redirect.
 * - `not-found`: the app answered 404 or 410. `refused`: it answered something else than the file.
 * - `wrong-type`, `too-large`, `empty`: the file may not be stored.
 * - `full`: the store has no room. `unreachable`: no whole answer came in time, or the file could not be kept.
 */
export type MediaRefusal =
  | "unknown-conversation"
  | "forbidden-target"
  | "not-found"
  | "refused"
  | "wrong-type"
  | "too-large"
  | "empty"
  | "full"
  | "unreachable";

export type MediaAnswer =
  | { readonly stored: true; readonly file: StoredMedia }
  | {
      readonly stored: false;
      readonly why: MediaRefusal;
      /** One sentence for the author of the message. It contains no URL and no token. */
      readonly message: string;
      /** Whether the same call may succeed later. */
      readonly retryable: boolean;
    };

/**
 * Called by adapters of agent apps, which get it as `PluginServices.media`; implemented by a media store. Optional: a
 * gateway without one passes links on as they are.
 */
export interface MediaStore {
  /**
   * Copies a file. Resolves once file and row are durable; send the message after that. The same key of the same
   * conversation gives the same file, whatever `url` is then, and one node fetches it once. Never rejects.
   */
  copy(request: MediaCopyRequest): Promise<MediaAnswer>;
}
export const MediaStore = Symbol.for("@parley/core/MediaStore") as ServiceIdentifier<MediaStore>;
