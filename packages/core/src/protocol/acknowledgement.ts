import { decodeUtf8, parseJson } from "./json.ts";
import type { AcknowledgementKnobs } from "./knobs.ts";
import { fieldOf, isPlainObject, type PlainObject } from "./plain-object.ts";
import { refusals } from "./refusal-table.ts";
import { cutText, textLimit } from "./text.ts";

/** What an integrating system's answer to one attempt means (§4.3, rulings 14, 16 and 17). */
export type Acknowledgement =
  /** A valid positive response: the series ends. */
  | { readonly kind: "positive" }
  /** The failure shape, on whatever status. `description` is untrusted text of at most 1000 code points. */
  | {
      readonly kind: "failure-shape";
      readonly status: number;
      readonly code: number;
      readonly description?: string;
    }
  | { readonly kind: "redirect" }
  /** A status that is not positive. */
  | { readonly kind: "http-status"; readonly status: number }
  /** A status that may be positive, with a body that is not. */
  | { readonly kind: "unusable" };

/** What can be known of an answer's body; `hidden`: perhaps a JSON object, but it cannot be read to its end. */
type Body =
  | { readonly kind: "object"; readonly object: PlainObject; readonly clean: boolean }
  | { readonly kind: "other" }
  | { readonly kind: "hidden" };

const tolerant = new TextDecoder("utf-8");

/**
 * Reads an answer. `body` is what was received of it, `truncated` that there was more. Bad UTF-8 does not hide a
 * failure shape, but nothing that is not clean JSON is a positive `result`. Never throws.
 */
export function readAcknowledgement(
  status: number,
  body: Uint8Array,
  truncated: boolean,
  knobs: AcknowledgementKnobs,
): Acknowledgement {
  const read = readBody(body, truncated);
  const error = read.kind === "object" ? fieldOf(read.object, "error") : undefined;
  const shape = isPlainObject(error) ? failureShape(status, error) : null;
  if (shape !== null) return shape;
  if (status >= 300 && status < 400) return { kind: "redirect" };
  if (!mayBePositive(status, knobs)) return { kind: "http-status", status };
  if (isPlainObject(error)) return { kind: "unusable" };
  return isPositive(read, knobs) ? { kind: "positive" } : { kind: "unusable" };
}

function mayBePositive(status: number, { acknowledge }: AcknowledgementKnobs): boolean {
  return acknowledge === "any-2xx" ? status >= 200 && status < 300 : status === 200;
}

/** Given a status that may be positive, and no `error` object in sight. */
function isPositive(body: Body, { acknowledge }: AcknowledgementKnobs): boolean {
  if (acknowledge === "any-2xx") return body.kind !== "hidden";
  return body.kind === "object" && body.clean && fieldOf(body.object, "result") === "ok";
}

function failureShape(status: number, error: PlainObject): Acknowledgement | null {
  const code = fieldOf(error, "code");
  if (typeof code !== "number" || !Number.isFinite(code)) return null;
  const message = fieldOf(error, "message");
  if (typeof message !== "string" || message.trim() === "") {
    return { kind: "failure-shape", status, code };
  }
  return { kind: "failure-shape", status, code, description: cutText(message, textLimit).text };
}

function readBody(bytes: Uint8Array, truncated: boolean): Body {
  const text = tolerant.decode(bytes);
  const json = truncated ? null : parseJson(text);
  if (json?.ok) {
    if (!isPlainObject(json.value)) return { kind: "other" };
    return { kind: "object", object: json.value, clean: decodeUtf8(bytes) !== null };
  }
  const unfinished = json === null || json.refusal.code === refusals.tooDeep.code;
  return unfinished && text.trimStart().startsWith("{") ? { kind: "hidden" } : { kind: "other" };
}
