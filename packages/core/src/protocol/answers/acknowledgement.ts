import { type AnswerBody, readAnswerBody, unwrapAnswer } from "./answer-body.ts";
import { isAffirmative, isErrorValue } from "./answer-words.ts";
import type { AcknowledgementKnobs } from "../knobs.ts";
import { fieldOf, isPlainObject, type PlainObject } from "../json/plain-object.ts";
import { cutText, textLimit } from "../messages/text.ts";

/** Meaning of an integrating system's answer to one attempt (§4.3, rulings 14, 16 and 17). */
export type Acknowledgement =
  /** A valid positive response: the series ends. */
  | { readonly kind: "positive" }
  /** The failure shape, with any status. `description` is untrusted text of at most 1000 code points. */
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

/**
 * Classifies an answer. `body` holds the received bytes; `truncated` says that there were more. Never throws.
 * A failure shape is recognised even with invalid UTF-8, but a positive `result` needs valid JSON.
 */
export function readAcknowledgement(
  status: number,
  body: Uint8Array,
  truncated: boolean,
  knobs: AcknowledgementKnobs,
): Acknowledgement {
  const read = readAnswerBody(body, truncated);
  const error = read.kind === "object" ? fieldOf(read.object, "error") : undefined;
  const shape = isPlainObject(error) ? failureShape(status, error) : null;
  if (shape !== null) return shape;
  if (status >= 300 && status < 400) return { kind: "redirect" };
  if (!mayBePositive(status, knobs)) return { kind: "http-status", status };
  return isPositive(read, knobs) ? { kind: "positive" } : { kind: "unusable" };
}

function mayBePositive(status: number, { acknowledge }: AcknowledgementKnobs): boolean {
  return acknowledge === "result-ok" ? status === 200 : status >= 200 && status < 300;
}

/** Only for a status that may be positive. */
function isPositive(body: AnswerBody, { acknowledge }: AcknowledgementKnobs): boolean {
  if (acknowledge === "result-ok") return isResultOk(body);
  const answer = unwrapAnswer(body);
  if (answer.kind === "hidden" || answer.kind === "null") return false;
  if (answer.kind === "object" && saysError(answer.object)) return false;
  if (acknowledge === "any-2xx") return true;
  return answer.kind === "object" && answer.clean && isAffirmative(answer.object);
}

function isResultOk(body: AnswerBody): boolean {
  if (body.kind !== "object" || !body.clean) return false;
  return fieldOf(body.object, "result") === "ok" && !isPlainObject(fieldOf(body.object, "error"));
}

function saysError(object: PlainObject): boolean {
  const error = fieldOf(object, "error");
  return isPlainObject(error) || isErrorValue(error);
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
