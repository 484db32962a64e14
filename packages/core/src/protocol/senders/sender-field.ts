import { isHttpUrl, urlLimit } from "../messages/http-url.ts";
import { isAbsent } from "../json/plain-object.ts";
import { cutText, ownText } from "../messages/text.ts";
import type { Warning } from "../warning.ts";

/**
 * An optional field of a `sender` after validation (ruling 7). `silent`: the field was absent or blank, so there is
 * no value and no warning.
 */
export type SenderFieldReading =
  | { readonly kind: "silent" }
  | { readonly kind: "dropped"; readonly why: string }
  | { readonly kind: "kept"; readonly text: string; readonly cutTo: number | null };

const silent: SenderFieldReading = { kind: "silent" };
const noString: SenderFieldReading = { kind: "dropped", why: "a string is expected" };

/** Reads a text of at most `limit` code points; a longer one is cut. */
export function readSenderText(value: unknown, limit: number): SenderFieldReading {
  if (isAbsent(value)) return silent;
  if (typeof value !== "string") return noString;
  if (value.trim() === "") return silent;
  const { text, cut } = cutText(value, limit);
  return cut
    ? { kind: "kept", text: ownText(text), cutTo: limit }
    : { kind: "kept", text, cutTo: null };
}

/** Reads an avatar link: an http(s) URL. More than 2048 code points are cut, as in any other field (ruling 7). */
export function readPhoto(value: unknown): SenderFieldReading {
  const reading = readSenderText(value, urlLimit);
  if (reading.kind !== "kept") return reading;
  if (isHttpUrl(reading.text)) return reading;
  return { kind: "dropped", why: 'a URL that starts with "http://" or "https://" is expected' };
}

/** Adds a warning about `sender.<name>` when the field was dropped or cut. */
export function warn(warnings: Warning[], name: string, reading: SenderFieldReading): void {
  if (reading.kind === "dropped")
    warnings.push({ field: `sender.${name}`, message: `Dropped: ${reading.why}.` });
  if (reading.kind === "kept" && reading.cutTo !== null)
    warnings.push({ field: `sender.${name}`, message: `Cut to ${reading.cutTo} characters.` });
}
