import type { ReadingKnobs } from "./knobs.ts";
import { type Message, messageIdLimit } from "./messages/message.ts";
import { readMessage } from "./messages/message-reading.ts";
import {
  isTypingType,
  readMessageType,
  type StoredMessageType,
  type TypingMessageType,
} from "./messages/message-types.ts";
import { fieldOf, isAbsent, isPlainObject, type PlainObject } from "./json/plain-object.ts";
import { type Profile, readProfile } from "./senders/profile.ts";
import { type Refusal, refuse } from "./refusals.ts";
import { isLonger } from "./messages/text.ts";
import { idText, readVisitorId } from "./senders/visitor-id.ts";
import type { Warning } from "./warning.ts";

/** A visitor's message, validated and ready to be stored (§4.2). */
export interface VisitorMessage {
  readonly kind: "message";
  /** JSON text of `sender.id`, exactly as sent. */
  readonly visitorId: string;
  readonly profile: Profile;
  /**
   * JSON texts of the messages, at least one. When the text was split there are several: the first carries `id` and
   * media, the others text alone.
   */
  readonly messages: readonly string[];
  /**
   * `message.id` as text, by which a client's own retry is recognised (ruling 11). `null` when it is missing or
   * unusable.
   */
  readonly clientMessageId: string | null;
  /** JSON text of the validated message without `id`, before any text was cut. A retry must have the same. */
  readonly contentText: string;
  readonly warnings: readonly Warning[];
}

/** A visitor begins or ends typing (§4.4). */
export interface VisitorTyping {
  readonly kind: "typing";
  /** JSON text of `sender.id`, exactly as sent. */
  readonly visitorId: string;
  readonly type: TypingMessageType;
}

/** A body of §4.2 after validation. */
export type VisitorEnvelope = VisitorMessage | VisitorTyping;

/** An envelope, or the refusal of the body. */
export type VisitorEnvelopeReading =
  | { readonly ok: true; readonly envelope: VisitorEnvelope }
  | { readonly ok: false; readonly refusal: Refusal };

/** Validates a body as `readJson` parsed it (§4.2, §4.4, rulings 4 to 10). Never throws. */
export function readVisitorEnvelope(value: unknown, knobs: ReadingKnobs): VisitorEnvelopeReading {
  if (!isPlainObject(value)) return wrongShape("body");
  const sender = fieldOf(value, "sender");
  if (!isPlainObject(sender)) return wrongShape("sender");
  const message = fieldOf(value, "message");
  if (!isPlainObject(message)) return wrongShape("message");
  const visitorId = readVisitorId(fieldOf(sender, "id"));
  if (!visitorId.ok) return visitorId;
  const type = readMessageType(message);
  if (!type.ok) return type;
  const { json } = visitorId;
  return isTypingType(type.type)
    ? { ok: true, envelope: { kind: "typing", visitorId: json, type: type.type } }
    : readStored(json, type.type, { sender, message }, knobs);
}

function readStored(
  visitorId: string,
  type: StoredMessageType,
  { sender, message }: { readonly sender: PlainObject; readonly message: PlainObject },
  knobs: ReadingKnobs,
): VisitorEnvelopeReading {
  const read = readMessage(type, message, knobs);
  if (!read.ok) return read;
  const { profile, warnings } = readProfile(sender);
  const id = readMessageId(fieldOf(message, "id"), warnings);
  warnings.push(...read.warnings);
  return {
    ok: true,
    envelope: {
      kind: "message",
      visitorId,
      profile,
      messages: textsOf(read.firstText, read.messages, id),
      clientMessageId: id,
      contentText: read.contentText,
      warnings,
    },
  };
}

const droppedId: Warning = Object.freeze({
  field: "message.id",
  message: `Dropped: a string of 1 to ${messageIdLimit} characters that is not blank, or an integer, is expected. Without an id a repeat of this message cannot be recognised.`,
});

/** `message.id` as text, a number as its digits; `null` when it is missing or unusable (ruling 11). */
function readMessageId(value: unknown, warnings: Warning[]): string | null {
  if (isAbsent(value)) return null;
  const text = idText(value);
  if (text !== null && text.trim() !== "" && !isLonger(text, messageIdLimit)) return text;
  warnings.push(droppedId);
  return null;
}

/** `id` is the last field of its message. */
function textsOf(
  firstText: string,
  [, ...rest]: readonly Message[],
  id: string | null,
): readonly string[] {
  const first = id === null ? firstText : `${firstText.slice(0, -1)},"id":${JSON.stringify(id)}}`;
  return rest.length === 0 ? [first] : [first, ...rest.map((message) => JSON.stringify(message))];
}

function wrongShape(field: string): VisitorEnvelopeReading {
  return { ok: false, refusal: refuse("wrongShape", { field }) };
}
