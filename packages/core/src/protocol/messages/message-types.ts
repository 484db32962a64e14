import type { MessageFieldName } from "./message-fields.ts";

/** One message type (ruling 22). */
export interface MessageTypeRow {
  /** `typing` is never stored and ignores every other field (§4.4). */
  readonly kind: "text" | "typing" | "media";
  /** Refused when missing or invalid. */
  readonly required: readonly MessageFieldName[];
  /** Dropped with a warning when invalid. */
  readonly optional: readonly MessageFieldName[];
}

const file = {
  kind: "media",
  required: ["file", "file_size", "file_name"],
  optional: [
    "thumb",
    "emoji",
    "duration",
    "width",
    "height",
    "text",
    "performer",
    "title",
    "latitude",
    "longitude",
  ],
} as const satisfies MessageTypeRow;

const place = {
  kind: "media",
  required: ["latitude", "longitude"],
  optional: [
    "file",
    "thumb",
    "emoji",
    "file_size",
    "file_name",
    "duration",
    "width",
    "height",
    "text",
    "performer",
    "title",
  ],
} as const satisfies MessageTypeRow;

const typing = { kind: "typing", required: [], optional: [] } as const satisfies MessageTypeRow;

/** Every message type (§2.4, §2.5). To add one, add a row: validation, types and schema follow from it. */
export const messageTypes = Object.freeze({
  text: { kind: "text", required: ["text"], optional: [] },
  typein: typing,
  typeout: typing,
  video: file,
  audio: file,
  voice: file,
  photo: file,
  sticker: file,
  document: file,
  location: place,
} as const satisfies Readonly<Record<string, MessageTypeRow>>);

/** `message.type`. */
export type MessageType = keyof typeof messageTypes;

/** The types that announce typing (§4.4). */
export type TypingMessageType = {
  [Name in MessageType]: (typeof messageTypes)[Name]["kind"] extends "typing" ? Name : never;
}[MessageType];

/** The types that are stored and delivered. */
export type StoredMessageType = Exclude<MessageType, TypingMessageType>;

/**
 * Required fields that the knob `media: "lenient"` does not require. The name then comes from the URL; the size
 * stays unknown.
 */
export const excusableFields = Object.freeze(["file_size", "file_name"] as const);

/** The excusable field that a stored message may lack. */
export type UnknownableField = "file_size";

/** Whether a type announces typing. */
export function isTypingType(type: MessageType): type is TypingMessageType {
  return messageTypes[type].kind === "typing";
}
