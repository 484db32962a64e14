import { fieldOf, isAbsent, type PlainObject } from "../json/plain-object.ts";
import { type Refusal, refuse } from "../refusals.ts";
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

/** A `message.type` of the table, or the refusal. */
export type MessageTypeReading<Type extends MessageType> =
  | { readonly ok: true; readonly type: Type }
  | { readonly ok: false; readonly refusal: Refusal };

const every = Object.keys(messageTypes) as MessageType[];
const stored = every.filter((type): type is StoredMessageType => !isTypingType(type));

/** Reads `message.type` of a visitor's message: any row of the table (§2.4). */
export function readMessageType(message: PlainObject): MessageTypeReading<MessageType> {
  return readType(message, every);
}

/** Reads `message.type` of an agent's message: any row but typing, which agents send with `Outbox.typing`. */
export function readStoredMessageType(message: PlainObject): MessageTypeReading<StoredMessageType> {
  return readType(message, stored);
}

function readType<Type extends MessageType>(
  message: PlainObject,
  known: readonly Type[],
): MessageTypeReading<Type> {
  const value = fieldOf(message, "type");
  if (isAmong(known, value)) return { ok: true, type: value };
  const types = known.join(", ");
  const [name, detail] =
    isAbsent(value) || value === ""
      ? (["missingField", `The field is required: one of ${types}`] as const)
      : (["unknownMessageType", `The type is unknown; expected one of ${types}`] as const);
  return { ok: false, refusal: refuse(name, { field: "message.type", detail }) };
}

function isAmong<Type>(known: readonly Type[], value: unknown): value is Type {
  return (known as readonly unknown[]).includes(value);
}
