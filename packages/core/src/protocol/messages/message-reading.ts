import { fileNameOf } from "./file-name.ts";
import type { ReadingKnobs } from "../knobs.ts";
import type { Message } from "./message.ts";
import { type MessageFieldName, messageFields } from "./message-fields.ts";
import {
  excusableFields,
  type MessageTypeRow,
  messageTypes,
  type StoredMessageType,
} from "./message-types.ts";
import { fieldOf, isAbsent, type PlainObject } from "../json/plain-object.ts";
import { type Refusal, refuse } from "../refusals.ts";
import { cutText, splitText, textLimit } from "./text.ts";
import type { Warning } from "../warning.ts";

/** A message during validation: its type first, then its fields in the order of `messageFields`. */
type Fields = { readonly type: StoredMessageType } & Partial<
  Record<MessageFieldName, string | number>
>;

/** The fields of one message type, in the order of `messageFields`. */
type Row = readonly { readonly name: MessageFieldName; readonly required: boolean }[];

/** A validated message of a stored type, without `id`, or its refusal. */
export type MessageReading =
  | {
      readonly ok: true;
      /**
       * At least one. When the text was split there are several: the first carries every field, the others the rest
       * of the text.
       */
      readonly messages: readonly Message[];
      /** JSON text of the first message. */
      readonly firstText: string;
      /**
       * JSON text of the whole message before any text was cut. Two messages have the same content when it is
       * equal.
       */
      readonly contentText: string;
      readonly warnings: readonly Warning[];
    }
  | { readonly ok: false; readonly refusal: Refusal };

/** Validates a message of a known, stored type, in either direction (§2.4, §2.5, rulings 8 and 9). */
export function readMessage(
  type: StoredMessageType,
  message: PlainObject,
  knobs: ReadingKnobs,
): MessageReading {
  const warnings: Warning[] = [];
  const fields: Fields = { type };
  const refusal = readFields(fields, message, knobs, warnings);
  if (refusal !== null) return { ok: false, refusal };
  const contentText = JSON.stringify(fields);
  const warned = warnings.length;
  const rest = fitFields(fields, knobs, warnings);
  const isWhole = rest.length === 0 && warnings.length === warned;
  // Every field was checked above; the compiler cannot see it.
  const messages = [fields as Message];
  for (const text of rest) messages.push({ type: "text", text });
  const firstText = isWhole ? contentText : JSON.stringify(fields);
  return { ok: true, messages, firstText, contentText, warnings };
}

const rows = Object.fromEntries(
  Object.entries<MessageTypeRow>(messageTypes).map(([type, row]) => [type, rowOf(row)]),
) as Readonly<Record<StoredMessageType, Row>>;

function rowOf({ required, optional }: MessageTypeRow): Row {
  const names = Object.keys(messageFields) as MessageFieldName[];
  return names
    .filter((name) => required.includes(name) || optional.includes(name))
    .map((name) => ({ name, required: required.includes(name) }));
}

function readFields(
  fields: Fields,
  message: PlainObject,
  knobs: ReadingKnobs,
  warnings: Warning[],
): Refusal | null {
  for (const { name, required } of rows[fields.type]) {
    const value = fieldOf(message, name);
    const usable = usableValue(name, value);
    if (usable !== null) fields[name] = usable;
    else if (required && !isExcused(name, knobs)) return refusalOf(name, value);
    else if (!saysNothing(name, value)) warnings.push(droppedWarning(name));
    if (required && name === "file_name") fields[name] ??= fileNameOf(String(fields.file));
  }
  return null;
}

/** The well-formed value when it is valid apart from its length; else `null`. */
function usableValue(name: MessageFieldName, value: unknown): string | number | null {
  const { check, cutTo } = messageFields[name];
  if (typeof value === "number") return check(value) ? value : null;
  if (typeof value !== "string") return null;
  const whole = value.toWellFormed();
  return check(cutTo === null ? whole : cutText(whole, cutTo).text) ? whole : null;
}

function isExcused(name: MessageFieldName, { media }: ReadingKnobs): boolean {
  return media === "lenient" && (excusableFields as readonly MessageFieldName[]).includes(name);
}

/** Leaving out an empty optional text loses nothing. */
function saysNothing(name: MessageFieldName, value: unknown): boolean {
  return isAbsent(value) || (value === "" && messageFields[name].cutTo !== null);
}

const nothing: readonly string[] = [];

/** Cuts over-long text in place. Returns the rest of the message's text for the knob value `split`. */
function fitFields(
  fields: Fields,
  { overflow }: ReadingKnobs,
  warnings: Warning[],
): readonly string[] {
  let rest = nothing;
  for (const { name } of rows[fields.type]) {
    const { cutTo } = messageFields[name];
    const value = fields[name];
    if (cutTo === null || typeof value !== "string") continue;
    const { text, cut } = cutText(value, cutTo);
    if (!cut) continue;
    fields[name] = text;
    if (name === "text" && overflow === "split")
      rest = splitText(value.slice(text.length), textLimit);
    else warnings.push({ field: `message.${name}`, message: `Cut to ${cutTo} characters.` });
  }
  return rest;
}

function refusalOf(name: MessageFieldName, value: unknown): Refusal {
  const { expected } = messageFields[name];
  const field = `message.${name}`;
  return saysNothing(name, value)
    ? refuse("missingField", { field, detail: `The field is required: ${expected}` })
    : refuse("invalidField", { field, detail: `The field is not valid: ${expected} is expected` });
}

function droppedWarning(name: MessageFieldName): Warning {
  return {
    field: `message.${name}`,
    message: `Dropped: ${messageFields[name].expected} is expected.`,
  };
}
