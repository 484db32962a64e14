import { urlLimit } from "../messages/http-url.ts";
import { fieldOf, type PlainObject } from "../json/plain-object.ts";
import { readPhoto, readSenderText, type SenderFieldReading, warn } from "./sender-field.ts";
import type { Warning } from "../warning.ts";

/**
 * Profile of a visitor, as the visitor's client sent it (§2.1). Untrusted, well-formed text; `photo` is an http(s)
 * URL.
 */
export interface Profile {
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
  readonly photo?: string;
  /** Text of the invitation that the visitor replies to. */
  readonly invite?: string;
  /** Text; show it as a link only when it is http(s). */
  readonly url?: string;
}

/** Profile fields and the maximum code points of each (ruling 7). */
export const profileLimits = Object.freeze({
  name: 255,
  phone: 255,
  email: 255,
  photo: urlLimit,
  invite: 1000,
  url: urlLimit,
}) satisfies Readonly<Record<keyof Profile, number>>;

const phoneRule = `a string, or an integer of at most ${Number.MAX_SAFE_INTEGER}, is expected`;
const profileFields = Object.keys(profileLimits) as (keyof Profile)[];

/**
 * Reads the profile fields of a visitor's `sender`. Never refuses: an unusable value is dropped or cut with a
 * warning. An absent, `null` or blank value changes nothing (ruling 7).
 */
export function readProfile(sender: PlainObject): {
  readonly profile: Profile;
  /** Owned by the caller, which may add to it. */
  readonly warnings: Warning[];
} {
  const profile: { -readonly [Name in keyof Profile]: Profile[Name] } = {};
  const warnings: Warning[] = [];
  for (const name of profileFields) {
    const reading = readField(name, fieldOf(sender, name));
    if (reading.kind === "kept") profile[name] = reading.text;
    warn(warnings, name, reading);
  }
  return { profile, warnings };
}

/** Fields present in `patch` replace those of `old` (ruling 7). */
export function mergeProfile(old: Profile, patch: Profile): Profile {
  return { ...old, ...patch };
}

function readField(name: keyof Profile, value: unknown): SenderFieldReading {
  if (name === "photo") return readPhoto(value);
  if (name === "phone" && typeof value === "number") {
    if (!Number.isSafeInteger(value)) return { kind: "dropped", why: phoneRule };
    return readSenderText(String(value), profileLimits.phone);
  }
  return readSenderText(value, profileLimits[name]);
}
