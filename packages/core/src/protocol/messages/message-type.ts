import {
  isTypingType,
  type MessageType,
  messageTypes,
  type StoredMessageType,
} from "./message-types.ts";
import { fieldOf, isAbsent, type PlainObject } from "../json/plain-object.ts";
import { type Refusal, refuse } from "../refusals.ts";

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
