import type { ReadingKnobs } from "./knobs.ts";
import type { Message } from "./messages/message.ts";
import { readMessage } from "./messages/message-reading.ts";
import { readStoredMessageType } from "./messages/message-types.ts";
import type { TypingMessageType } from "./messages/message-types.ts";
import { fieldOf, isPlainObject, type PlainObject } from "./json/plain-object.ts";
import { profileLimits } from "./senders/profile.ts";
import type { RefusalName } from "./refusal-table.ts";
import { type Refusal, refuse } from "./refusals.ts";
import {
  readPhoto,
  readSenderText,
  type SenderFieldReading,
  warn,
} from "./senders/sender-field.ts";
import type { Warning } from "./warning.ts";

/** An agent's message after validation, or the refusal. */
export type AgentMessageReading =
  | {
      readonly ok: true;
      /** JSON text of the wire's `sender` object: `{name, photo?}` (§2.2). */
      readonly sender: string;
      /** At least one, none with an `id`; several when the text was split. */
      readonly messages: readonly Message[];
      readonly warnings: readonly Warning[];
    }
  | { readonly ok: false; readonly refusal: Refusal };

/** The parts of an agent message's body, each as JSON text. */
export interface AgentBodyParts {
  readonly sender: string;
  /** Sent back digit for digit (§2.3). */
  readonly recipientId: string;
  readonly message: string;
}

/**
 * Validates what an agent app wants to send: the same fields as inbound, without typing, and with `sender.name`
 * required (§2.2, rulings 8, 9 and 13). Never throws, whatever value an app passes in.
 */
export function readAgentMessage(
  message: unknown,
  sender: unknown,
  knobs: ReadingKnobs,
): AgentMessageReading {
  const warnings: Warning[] = [];
  const from = readSender(plainCopy(sender), warnings);
  if (!from.ok) return from;
  const fields = plainCopy(message);
  if (fields === null) return refused("wrongShape", "message");
  const type = readStoredMessageType(fields);
  if (!type.ok) return type;
  const read = readMessage(type.type, fields, knobs);
  if (!read.ok) return read;
  warnings.push(...read.warnings);
  return { ok: true, sender: from.sender, messages: read.messages, warnings };
}

/**
 * The body of an agent message (§4.3). It depends only on its parts, so that every attempt sends identical bytes.
 */
export function agentBody({ sender, recipientId, message }: AgentBodyParts): string {
  return `{"sender":${sender},"recipient":{"id":${recipientId}},"message":${message}}`;
}

/** Sender of a typing notification (§4.4): the receiver ignores it, but §2.2 requires one. */
const typist = JSON.stringify({ name: "Agent" });

/** The body of a typing notification (§4.4), with a `messageId` like every outbound body (ruling 13). */
export function typingBody(
  recipientId: string,
  type: TypingMessageType,
  messageId: string,
): string {
  return agentBody({
    sender: typist,
    recipientId,
    message: JSON.stringify({ type, id: messageId }),
  });
}

type SenderReading =
  | { readonly ok: true; readonly sender: string }
  | { readonly ok: false; readonly refusal: Refusal };

function readSender(sender: PlainObject | null, warnings: Warning[]): SenderReading {
  if (sender === null) return refused("wrongShape", "sender");
  const value = fieldOf(sender, "name");
  const name = readSenderText(value, profileLimits.name);
  if (name.kind !== "kept") {
    const missing = name.kind === "silent";
    return refused(missing ? "missingField" : "invalidField", "sender.name", nameExpected);
  }
  const photo = readPhoto(fieldOf(sender, "photo"));
  warn(warnings, "name", name);
  warn(warnings, "photo", photo);
  return { ok: true, sender: senderText(name.text, photo) };
}

const nameExpected = "The agent's name is required: a non-blank string";

function senderText(name: string, photo: SenderFieldReading): string {
  return JSON.stringify(photo.kind === "kept" ? { name, photo: photo.text } : { name });
}

// An app's object may have getters or be a proxy. So it is read only once, and an error while reading means "not an
// object".
function plainCopy(value: unknown): PlainObject | null {
  try {
    return isPlainObject(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function refused(
  name: RefusalName,
  field: string,
  detail?: string,
): { readonly ok: false; readonly refusal: Refusal } {
  const facts = detail === undefined ? { field } : { field, detail };
  return { ok: false, refusal: refuse(name, facts) };
}
