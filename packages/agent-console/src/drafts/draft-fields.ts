import type { DraftBody, DraftSave, SentDraft } from "./draft.ts";

const nameForm = /^[\w-]{1,64}$/;
const sentForm = /^([\w-]{1,64}) ([\w-]{1,64}) (\d{1,15})$/;
const textUnits = 20_000;
const fieldsLimit = 12;
const fieldUnits = 4_096;

export const saveRule = `{id, device, base, text, media, without?, keepsShown?}, with at most ${textUnits} characters of text`;
export const sentRule = "a draft's id, device and revision are expected, with spaces between";

/** A save from a request's body; `null` when it is not one. */
export function saveFrom(fields: Readonly<Record<string, unknown>>): DraftSave | null {
  const { id, device, base, without = null, keepsShown = false } = fields;
  const body = bodyFrom(fields);
  if (!isName(id) || !isName(device) || !isRevision(base) || body === undefined) return null;
  if (without !== null && !isRevision(without)) return null;
  return { id, device, base, body, without, keepsShown: keepsShown === true };
}

/** The draft that a message is sent from, from the header `Parley-Draft`. `null`: none; `undefined`: not readable. */
export function sentDraftFrom(header: string | undefined): SentDraft | null | undefined {
  if (header === undefined) return null;
  const [, id, device, revision] = sentForm.exec(header) ?? [];
  if (id === undefined || device === undefined) return undefined;
  return { id, device, revision: Number(revision) };
}

/** `null`: nothing is written; `undefined`: not readable. */
function bodyFrom({ text, media = null }: Readonly<Record<string, unknown>>) {
  if (typeof text !== "string" || text.length > textUnits) return undefined;
  if (media === null) return text === "" ? null : { text, media };
  const form = mediaFrom(media as Readonly<Record<string, unknown>>);
  return form === null ? undefined : { text, media: form };
}

function mediaFrom({ type, fields }: Readonly<Record<string, unknown>>): DraftBody["media"] {
  if (!isName(type) || typeof fields !== "object" || fields === null) return null;
  const entries = Object.entries(fields);
  const isShort = entries.every(
    ([name, value]) => isName(name) && typeof value === "string" && value.length <= fieldUnits,
  );
  if (!isShort || entries.length > fieldsLimit) return null;
  return { type, fields: Object.fromEntries(entries) as Readonly<Record<string, string>> };
}

function isName(value: unknown): value is string {
  return typeof value === "string" && nameForm.test(value);
}

function isRevision(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
