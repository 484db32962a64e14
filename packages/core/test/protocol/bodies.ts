import { readJson } from "../../src/protocol/json/json.ts";
import type { ReadingKnobs } from "../../src/protocol/knobs.ts";
import type { Message } from "../../src/protocol/messages/message.ts";
import { refusals } from "../../src/protocol/refusal-table.ts";
import type { RefusalName } from "../../src/protocol/refusal-table.ts";
import {
  readVisitorEnvelope,
  type VisitorEnvelopeReading,
  type VisitorMessage,
} from "../../src/protocol/visitor-envelope.ts";

export const byWord: ReadingKnobs = { overflow: "truncate", media: "strict" };

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A wire body, from its bytes to the envelope. */
export function readBody(text: string, knobs: ReadingKnobs = byWord): VisitorEnvelopeReading {
  const json = readJson(bytes(text));
  return json.ok ? readVisitorEnvelope(json.value, knobs) : json;
}

/** What a text that is stored says. */
export const storedMessage = (text: string): Message => JSON.parse(text) as Message;

type Told = Omit<VisitorMessage, "messages"> & { readonly messages: readonly Message[] };

/** The envelope of a body that must be a message, with what its texts say. */
export function messageOf(body: unknown, knobs: ReadingKnobs = byWord): Told {
  const read = readBody(typeof body === "string" ? body : JSON.stringify(body), knobs);
  if (!read.ok) throw new Error(`refused: ${read.refusal.message}`);
  if (read.envelope.kind !== "message") throw new Error("typing");
  return { ...read.envelope, messages: read.envelope.messages.map(storedMessage) };
}

/** A body with this message, from a visitor about whom nothing is told. */
export const fromVisitor = (message: unknown): unknown => ({ sender: { id: "v" }, message });

/** Name and field of the refusal of a body. */
export function refusalOf(
  body: unknown,
  knobs: ReadingKnobs = byWord,
): readonly [RefusalName, string] {
  const read = readBody(typeof body === "string" ? body : JSON.stringify(body), knobs);
  if (read.ok) throw new Error("not refused");
  const name = (Object.keys(refusals) as RefusalName[]).find(
    (candidate) => refusals[candidate].code === read.refusal.code,
  );
  if (name === undefined) throw new Error("unknown refusal");
  return [name, read.refusal.field ?? ""];
}
