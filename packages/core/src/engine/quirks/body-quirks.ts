import { isHttpUrl } from "../../protocol/messages/http-url.ts";
import { messageFields, type MessageFieldName } from "../../protocol/messages/message-fields.ts";
import { messageTypes, type MessageTypeRow } from "../../protocol/messages/message-types.ts";
import {
  fieldOf,
  isAbsent,
  isPlainObject,
  type PlainObject,
} from "../../protocol/json/plain-object.ts";
import { profileLimits } from "../../protocol/senders/profile.ts";
import { cutText, textLimit } from "../../protocol/messages/text.ts";
import type { QuirkName } from "./quirk-table.ts";

const senderFields = new Set<string>(["id", ...Object.keys(profileLimits)]);
const knownMessageFields = new Set<string>(["id", "type", ...Object.keys(messageFields)]);
const bodyFields = new Set<string>(["sender", "message"]);

/** The two objects of a body. */
export interface BodyParts {
  readonly sender: PlainObject;
  readonly message: PlainObject;
}

/** The parts of a body that `readJson` parsed; `null` when it has another shape. */
export function partsOf(value: unknown): BodyParts | null {
  if (!isPlainObject(value)) return null;
  const sender = fieldOf(value, "sender");
  const message = fieldOf(value, "message");
  return isPlainObject(sender) && isPlainObject(message) ? { sender, message } : null;
}

/** The quirks of one body. Ignores the fields that a typing notification may carry (§4.4). */
export function quirksOfBody(value: unknown): readonly QuirkName[] {
  const parts = partsOf(value);
  if (parts === null) return [];
  const row = rowOf(parts.message);
  if (row?.kind === "typing") return [];
  const extra = hasOthers(value as PlainObject, bodyFields) || hasExtraFields(parts);
  return [
    ...(extra ? (["extra-fields"] as const) : []),
    ...senderQuirks(parts.sender),
    ...(row === null ? [] : messageQuirks(parts.message, row)),
  ];
}

/**
 * The content of a message; two messages with the same content are equal (ruling 11). `null` when the type has no
 * content or is unknown.
 */
export function contentOf(message: PlainObject): string | null {
  const row = rowOf(message);
  if (row === null || row.kind === "typing") return null;
  const names = ["type", ...row.required, ...row.optional];
  return JSON.stringify(names.map((name) => fieldOf(message, name) ?? null));
}

/** The quirks of a request's headers. `null`: there was no `Content-Type`. */
export function quirksOfHead(contentType: string | null): readonly QuirkName[] {
  if (contentType === null || contentType.trim() === "") return ["content-type-missing"];
  const usual = /^application\/json\s*(?:;\s*charset="?utf-?8"?\s*)?$/i.test(contentType.trim());
  return usual ? [] : ["content-type-other"];
}

/** Whether bytes begin with the byte order mark that some editors and frameworks write. */
export function hasByteOrderMark([first, second, third]: Uint8Array): boolean {
  return first === 0xef && second === 0xbb && third === 0xbf;
}

function rowOf(message: PlainObject): MessageTypeRow | null {
  const type = fieldOf(message, "type");
  return typeof type === "string" && Object.hasOwn(messageTypes, type)
    ? messageTypes[type as keyof typeof messageTypes]
    : null;
}

function hasExtraFields({ sender, message }: BodyParts): boolean {
  return hasOthers(sender, senderFields) || hasOthers(message, knownMessageFields);
}

function hasOthers(object: PlainObject, known: ReadonlySet<string>): boolean {
  return Object.keys(object).some((name) => !known.has(name));
}

function senderQuirks(sender: PlainObject): readonly QuirkName[] {
  const found: QuirkName[] = [];
  const [photo, url] = [fieldOf(sender, "photo"), fieldOf(sender, "url")];
  if (typeof photo === "string" && photo.trim() === "") found.push("blank-photo");
  if (typeof url === "string" && url.trim() !== "" && !isHttpUrl(url)) found.push("page-url");
  if (typeof fieldOf(sender, "phone") === "number") found.push("numeric-phone");
  return found;
}

function messageQuirks(message: PlainObject, { required }: MessageTypeRow): readonly QuirkName[] {
  const lacks = (name: MessageFieldName) => required.includes(name) && !isUsable(name, message);
  const text = fieldOf(message, "text");
  const found: QuirkName[] = [];
  if (lacks("file_size")) found.push("file-size");
  if (lacks("file_name")) found.push("file-name");
  if (typeof text === "string" && cutText(text, textLimit).cut) found.push("long-text");
  return found;
}

function isUsable(name: MessageFieldName, message: PlainObject): boolean {
  const value = fieldOf(message, name);
  if (isAbsent(value)) return false;
  const { check, cutTo } = messageFields[name];
  return check(typeof value === "string" && cutTo !== null ? cutText(value, cutTo).text : value);
}
