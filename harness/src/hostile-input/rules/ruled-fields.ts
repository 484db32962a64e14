import { WrittenNumber } from "./ruled-json.ts";

/** What becomes of a field's value: kept (perhaps cut), said nothing, or not valid. */
export type RuledField =
  | {
      readonly kind: "kept";
      readonly value: string | number;
      readonly rest: string;
      readonly cut: boolean;
    }
  | { readonly kind: "silent" }
  | { readonly kind: "invalid" };

type FieldKind = "url" | "words" | "emoji" | "count" | "latitude" | "longitude";

/** §2.5 and ruling 9, in the order in which the first fault is named. */
export const ruledFields: Readonly<Record<string, FieldKind>> = {
  file: "url",
  thumb: "url",
  emoji: "emoji",
  file_size: "count",
  file_name: "words",
  duration: "count",
  width: "count",
  height: "count",
  text: "words",
  performer: "words",
  title: "words",
  latitude: "latitude",
  longitude: "longitude",
};

const file = ["file", "file_size", "file_name"];
const media = ["video", "audio", "voice", "photo", "sticker", "document"];

/** §2.4 and §2.5: the required fields of each type. */
export const ruledTypes: Readonly<Record<string, readonly string[]>> = {
  text: ["text"],
  location: ["latitude", "longitude"],
  ...Object.fromEntries(media.map((type) => [type, file])),
};

const invalid: RuledField = { kind: "invalid" };
const silent: RuledField = { kind: "silent" };

/** Rulings 8 and 9 for one field of a message. */
export function ruleField(name: string, value: unknown): RuledField {
  const kind = ruledFields[name];
  if (value === undefined || value === null) return silent;
  if (value instanceof WrittenNumber) return ruleNumber(kind, value.value);
  if (typeof value !== "string") return invalid;
  const text = value.toWellFormed();
  if (kind === "words") return text === "" ? silent : ruleText(text, 1_000);
  if (kind === "url") return isLink(text) && points(text) <= 2_048 ? kept(text) : invalid;
  return kind === "emoji" && text !== "" && points(text) <= 64 ? kept(text) : invalid;
}

/** Cuts well-formed text to its first `limit` code points. */
export function ruleText(text: string, limit: number): RuledField {
  const all = Array.from(text);
  if (all.length <= limit) return kept(text);
  const value = all.slice(0, limit).join("");
  return { kind: "kept", value, rest: all.slice(limit).join(""), cut: true };
}

/** Whether a text is an http(s) URL without control characters. */
export function isLink(text: string): boolean {
  const scheme = text.slice(0, 8).toLowerCase();
  const isWeb = scheme.startsWith("http://") || scheme === "https://";
  return isWeb && !/\p{Cc}/u.test(text.replaceAll(/[\u0080-\u009f]/g, "")) && URL.canParse(text);
}

function ruleNumber(kind: FieldKind | undefined, value: number): RuledField {
  const limit = kind === "latitude" ? 90 : 180;
  const fits =
    kind === "count"
      ? Number.isSafeInteger(value) && value >= 1
      : (kind === "latitude" || kind === "longitude") && Math.abs(value) <= limit;
  return fits ? kept(value) : invalid;
}

function kept(value: string | number): RuledField {
  return { kind: "kept", value, rest: "", cut: false };
}

function points(text: string): number {
  return Array.from(text).length;
}
