import { isLink, ruledFields, ruledTypes, ruleField, ruleText } from "./ruled-fields.ts";
import { ruleJson, WrittenNumber } from "./ruled-json.ts";

/** What must happen to a body. */
export type RuledBody =
  | { readonly kind: "refused"; readonly code: number; readonly field: string | null }
  | { readonly kind: "typing" }
  | {
      readonly kind: "taken";
      readonly visitorId: string;
      readonly profile: Readonly<Record<string, string>>;
      readonly messages: readonly Readonly<Record<string, unknown>>[];
      /** Fields that are warned of, in any order. */
      readonly warned: readonly string[];
    };

/** A file name that a lenient channel takes from the URL: any text will do. */
export const someFileName = Symbol("some file name");

type PlainObject = Readonly<Record<string, unknown>>;

/** Rulings 4 to 11 for a body; `loose`: on a channel with `overflow: "split"` and `media: "lenient"`. */
export function ruleBody(bytes: Uint8Array, loose: boolean): RuledBody {
  if (bytes.length > 65_536) return refused(41301, null);
  const json = ruleJson(bytes);
  if (json.code !== null) return refused(json.code, null);
  const { value: body } = json;
  if (!isObject(body)) return refused(40004, "body");
  const sender = own(body, "sender");
  if (!isObject(sender)) return refused(40004, "sender");
  const message = own(body, "message");
  if (!isObject(message)) return refused(40004, "message");
  const id = ruleId(own(sender, "id"));
  if (typeof id === "number") return refused(id, "sender.id");
  const type = own(message, "type");
  if (type === "typein" || type === "typeout") return { kind: "typing" };
  const required =
    typeof type === "string" && Object.hasOwn(ruledTypes, type) ? ruledTypes[type] : undefined;
  if (required !== undefined) return ruleMessage({ id, sender, message, required, loose });
  const missing = type === undefined || type === null || type === "";
  return refused(missing ? 40007 : 40009, "message.type");
}

interface Parts {
  readonly id: string;
  readonly sender: PlainObject;
  readonly message: PlainObject;
  readonly required: readonly string[];
  readonly loose: boolean;
}

function ruleMessage({ id, sender, message, required, loose }: Parts): RuledBody {
  const type = own(message, "type");
  const warned: string[] = [];
  const fields: Record<string, unknown> = { type };
  const rest: string[] = [];
  for (const name of Object.keys(ruledFields)) {
    if (type === "text" && name !== "text") continue;
    const ruled = ruleField(name, own(message, name));
    const excused = loose && (name === "file_name" || name === "file_size");
    if (ruled.kind === "kept") {
      fields[name] = ruled.value;
      if (ruled.cut && loose && name === "text") rest.push(...chunks(ruled.rest));
      else if (ruled.cut) warned.push(`message.${name}`);
    } else if (required.includes(name) && !excused) {
      return refused(ruled.kind === "silent" ? 40007 : 40008, `message.${name}`);
    } else if (ruled.kind === "invalid") warned.push(`message.${name}`);
    if (name === "file_name" && required.includes(name)) fields[name] ??= someFileName;
  }
  const messageId = own(message, "id");
  const digits = digitsOf(messageId) ?? messageId;
  if (usableId(digits)) fields["id"] = digits;
  else if (messageId !== undefined && messageId !== null) warned.push("message.id");
  const messages = [fields, ...rest.map((text) => ({ type: "text", text }))];
  return { kind: "taken", visitorId: id, profile: ruleProfile(sender, warned), messages, warned };
}

function ruleId(id: unknown): string | 40005 | 40006 {
  if (id === undefined || id === null || id === "") return 40005;
  const text = digitsOf(id) ?? id;
  return typeof text === "string" && [...text].length <= 255 ? text : 40006;
}

/** Every digit of an integer as it was written; `null` for all else. */
function digitsOf(id: unknown): string | null {
  return id instanceof WrittenNumber && /^-?(0|[1-9][0-9]*)$/.test(id.source) ? id.source : null;
}

const limits = { name: 255, phone: 255, email: 255, photo: 2_048, invite: 1_000, url: 2_048 };

function ruleProfile(sender: PlainObject, warned: string[]): Record<string, string> {
  const profile: Record<string, string> = {};
  for (const [name, limit] of Object.entries(limits)) {
    const given = own(sender, name);
    const isNumber =
      name === "phone" && given instanceof WrittenNumber && Number.isSafeInteger(given.value);
    const value = isNumber ? String(given.value) : given;
    if (value === undefined || value === null) continue;
    const blank = typeof value === "string" && value.trim() === "";
    if (blank) continue;
    const ruled = typeof value === "string" ? ruleText(value.toWellFormed(), limit) : null;
    const text = ruled?.kind === "kept" ? String(ruled.value) : null;
    const usable = text !== null && (name !== "photo" || isLink(text));
    if (usable) profile[name] = text;
    if (!usable || (ruled?.kind === "kept" && ruled.cut)) warned.push(`sender.${name}`);
  }
  return profile;
}

function chunks(text: string): string[] {
  const points = Array.from(text);
  const count = Math.ceil(points.length / 1_000);
  return Array.from({ length: count }, (_, part) =>
    points.slice(part * 1_000, (part + 1) * 1_000).join(""),
  );
}

function usableId(id: unknown): boolean {
  return typeof id === "string" && id.trim() !== "" && [...id].length <= 255;
}

function own(object: PlainObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isObject(value: unknown): value is PlainObject {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof WrittenNumber)
  );
}

function refused(code: number, field: string | null): RuledBody {
  return { kind: "refused", code, field };
}
