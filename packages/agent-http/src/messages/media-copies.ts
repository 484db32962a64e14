import { hash } from "node:crypto";
import {
  type MediaAnswer,
  type MediaCopyRequest,
  type MediaStore,
  type MessageFieldName,
  type MessageType,
  messageTypes,
  type Refusal,
  refuse,
  type Warning,
} from "@parley/core";
import type { MediaHeaders } from "./media-headers.ts";

type Fields = Readonly<Record<string, unknown>>;

/** A message of the app whose files are copied. */
export interface MessageWithFiles {
  readonly conversationId: string;
  /** Names the message: its idempotency key, or a random text. */
  readonly key: string;
  readonly sender: unknown;
  readonly message: Fields;
}

/** The same message with links of the gateway alone, or why it is not sent. */
export type CopiedMessage =
  | {
      readonly copied: true;
      readonly sender: unknown;
      readonly message: Fields;
      readonly warnings: readonly Warning[];
    }
  | { readonly copied: false; readonly refusal: Refusal };

interface FileRequest extends Pick<MediaCopyRequest, "conversationId" | "key" | "url" | "signal"> {
  /** As the app gives it. */
  readonly name?: unknown;
}

interface MediaCopiesOptions {
  readonly media: MediaStore;
  /** What is sent with requests for files, by origin. */
  readonly headers: MediaHeaders;
  readonly allowOrigins: readonly string[];
  readonly timeoutMs: number;
}

/** Copies the files of messages into the gateway's media store, so that no link of the app gets out. */
export class MediaCopies {
  readonly #options: MediaCopiesOptions;

  constructor(options: MediaCopiesOptions) {
    this.#options = options;
  }

  /** A file that cannot be copied refuses the message. A photo of the agent is left out. */
  async copy(given: MessageWithFiles): Promise<CopiedMessage> {
    const signal = AbortSignal.timeout(this.#options.timeoutMs);
    const message = await this.#withFiles(given, signal);
    return message.copied ? this.#withPhoto(given.conversationId, message, signal) : message;
  }

  async #withFiles(
    { conversationId, key: of, sender, message }: MessageWithFiles,
    signal: AbortSignal,
  ): Promise<CopiedMessage> {
    const copied: Record<string, unknown> = { ...message };
    for (const field of ["file", "thumb"] as const) {
      const url = message[field];
      if (!isLink(url) || !hasField(message, field)) continue;
      const name = field === "file" ? message["file_name"] : undefined;
      const key = mediaKey(of, field, url);
      const answer = await this.#copy({ conversationId, key, url, name, signal });
      if (!answer.stored) return { copied: false, refusal: refusalOf(field, answer) };
      copied[field] = answer.file.url;
      if (field === "file") {
        copied["file_size"] ??= answer.file.sizeBytes;
        copied["file_name"] ??= answer.file.name;
      }
    }
    return { copied: true, sender, message: copied, warnings: [] };
  }

  async #withPhoto(
    conversationId: string,
    message: Extract<CopiedMessage, { copied: true }>,
    signal: AbortSignal,
  ): Promise<CopiedMessage> {
    const { sender } = message;
    if (!isObject(sender) || !isLink(sender["photo"])) return message;
    const { photo: url, ...others } = sender;
    const key = mediaKey(String(sender["name"]), "photo", url);
    const answer = await this.#copy({ conversationId, key, url, signal });
    if (answer.stored) return { ...message, sender: { ...others, photo: answer.file.url } };
    if (answer.why === "unknown-conversation")
      return { copied: false, refusal: refusalOf("photo", answer) };
    const warnings = [{ field: "sender.photo", message: `Dropped: ${answer.message}` }];
    return { ...message, sender: others, warnings };
  }

  #copy({ name, ...request }: FileRequest): Promise<MediaAnswer> {
    return this.#options.media.copy({
      ...request,
      headers: this.#headersFor(request.url),
      allowOrigins: this.#options.allowOrigins,
      ...(typeof name === "string" && name !== "" && { name }),
    });
  }

  /** The app's own headers go to the origin for which the host gave them, and to no other. */
  #headersFor(url: string): Readonly<Record<string, string>> {
    const origin = URL.parse(url)?.origin ?? "";
    const { headers } = this.#options;
    return Object.hasOwn(headers, origin) ? (headers[origin] ?? {}) : {};
  }
}

/**
 * The same file of the same message has the same key. A link that is signed anew has another query, and is the same file.
 * @param of what it belongs to: the message; of a photo, the agent, who has the same one in all messages
 */
function mediaKey(of: string, field: string, url: string): string {
  const [withoutQuery = ""] = url.split(/[?#]/, 1);
  return `${field}:${hash("sha256", of, "base64url")}:${hash("sha256", withoutQuery, "base64url")}`;
}

function refusalOf(field: string, answer: Extract<MediaAnswer, { stored: false }>): Refusal {
  if (answer.why === "unknown-conversation") return refuse("unknownConversation");
  const facts = { field: `message.${field}`, detail: answer.message.replace(/\.$/, "") };
  if (!answer.retryable) return refuse("fileNotCopied", facts);
  return refuse("fileUnavailable", { ...facts, retryAfterSeconds: 1 });
}

/** Core drops a field that messages of this type do not have. */
function hasField({ type }: Fields, field: MessageFieldName): boolean {
  const { required, optional } = messageTypes[type as MessageType];
  return [...required, ...optional].includes(field);
}

function isLink(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null;
}
