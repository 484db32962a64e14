import type { TypingType } from "../message.ts";
import type {
  AgentMessage,
  AgentSender,
  AgentTyping,
  Recipient,
  UnknownAgentMessage,
} from "./agent-event.ts";
import { type DeliveryAnswer, failed, receiverCodes } from "./delivery.ts";
import { NumberText, parseLossless } from "./lossless-json.ts";
import { isTooDeep, nestingLimit } from "./nesting.ts";
import { isHttpUrl, readMessage } from "./read-message.ts";

/** The event in a body, or the answer that refuses it. */
export type EventReading =
  | { readonly kind: "message"; readonly event: AgentMessage }
  | { readonly kind: "unknown"; readonly event: UnknownAgentMessage }
  | { readonly kind: "typing"; readonly event: AgentTyping }
  | { readonly kind: "refused"; readonly answer: DeliveryAnswer };

const utf8 = new TextDecoder("utf-8", { fatal: true });
const tooDeep = `The body must not nest deeper than ${nestingLimit} levels.`;
const integer = /^-?(?:0|[1-9]\d*)$/;

/** Parses a body of §4.3 or §4.4. Never throws. */
export function readEvent(bytes: Uint8Array, url: string): EventReading {
  const text = decoded(bytes);
  if (text === null) return refused(receiverCodes.notUtf8, "The body must be UTF-8.");
  if (isTooDeep(text)) return refused(receiverCodes.tooDeep, tooDeep);
  const body = parsed(text);
  if (body === null) return refused(receiverCodes.malformedJson, "The body must be JSON.");
  const message = objectAt(body, "message");
  const recipient = readRecipient(body, text);
  if (message === null) return wrongShape("message", "An object");
  if (recipient === null) return wrongShape("recipient.id", "A non-empty string or an integer");
  const sender = readSender(objectAt(body, "sender"));
  const about = { channelId: lastSegment(url), recipient };
  const { type } = message;
  if (isTyping(type)) {
    return { kind: "typing", event: { ...about, sender: sender ?? { name: "" }, type } };
  }
  if (sender === null) return wrongShape("sender.name", "A non-empty string");
  const read = readMessage(message);
  if (read.kind === "wrong") return wrongShape(read.field, read.expected);
  return { kind: read.kind, event: { ...about, sender, message: read.message } } as EventReading;
}

type JsonObject = Readonly<Record<string, unknown>>;

function decoded(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function parsed(text: string): JsonObject | null {
  try {
    return objectOf(JSON.parse(text)) ?? {};
  } catch {
    return null;
  }
}

function objectOf(value: unknown): JsonObject | null {
  return typeof value === "object" && value !== null ? (value as JsonObject) : null;
}

function objectAt(body: JsonObject, name: string): JsonObject | null {
  return Object.hasOwn(body, name) ? objectOf(body[name]) : null;
}

/** Parses a numeric id a second time, so that no digit is lost. */
function readRecipient(body: JsonObject, text: string): Recipient | null {
  const id = idOf(body);
  if (typeof id === "string") return id === "" ? null : { id, isNumber: false };
  if (typeof id !== "number") return null;
  const number = idOf(parseLossless(text) as JsonObject);
  const isWhole = number instanceof NumberText && integer.test(number.text);
  return isWhole ? { id: number.text, isNumber: true } : null;
}

function idOf(body: JsonObject): unknown {
  const recipient = objectAt(body, "recipient");
  return recipient?.["id"];
}

function readSender(sender: JsonObject | null): AgentSender | null {
  const { name, photo } = sender ?? {};
  if (typeof name !== "string" || name === "") return null;
  return isHttpUrl(photo) ? { name, photo: photo as string } : { name };
}

/** All other fields of a typing message are ignored (§4.4). */
function isTyping(type: unknown): type is TypingType {
  return type === "typein" || type === "typeout";
}

function lastSegment(url: string): string {
  const [path = ""] = url.split(/[?#]/, 1);
  const segment = path.slice(path.lastIndexOf("/") + 1);
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

function wrongShape(field: string, expected: string): EventReading {
  return refused(receiverCodes.wrongShape, `${field}: ${expected} is expected.`);
}

/** Status 200 makes the refusal final, because sending the same body again would not help. */
function refused(code: number, message: string): EventReading {
  return { kind: "refused", answer: failed(200, code, message) };
}
