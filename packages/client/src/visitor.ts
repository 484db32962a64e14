import { invalidArgument } from "./invalid-argument.ts";
import { objectJson } from "./object-json.ts";

/**
 * Id of a visitor in your system: `42`, `42n` and `"42"` are one visitor. A number must be a safe integer. Pass a
 * larger one as `bigint`, such as `BigInt("90071992547409931")`; it is sent as a JSON number with every digit.
 */
export type VisitorId = string | number | bigint;

/** Profile of a visitor. An absent field leaves the stored value unchanged (§2.1). */
export interface Profile {
  readonly name?: string;
  readonly phone?: string;
  readonly email?: string;
  /** http(s) URL of an avatar, ideally 128×128 px. */
  readonly photo?: string;
  /** Text of the invitation that the visitor replies to. */
  readonly invite?: string;
  /** URL of the page that the visitor is on. */
  readonly url?: string;
}

/** `sender` of a visitor's message (§2.1). */
export interface Visitor extends Profile {
  readonly id: VisitorId;
}

/**
 * JSON text of a `sender.id`.
 * @throws ParleyClientError `invalid-argument`
 */
export function visitorIdJson(id: VisitorId): string {
  if (typeof id === "bigint" || Number.isSafeInteger(id)) return String(id);
  if (typeof id === "string" && id !== "") return JSON.stringify(id);
  const why = "sender.id: A non-empty string, a safe integer or a bigint is expected.";
  throw invalidArgument(why, "sender.id");
}

/**
 * JSON text of a `sender` (§2.1). Built by hand because of the id, whose digits `JSON.stringify` could change.
 * @throws ParleyClientError `invalid-argument`
 */
export function senderJson({ id, ...profile }: Visitor): string {
  const rest = objectJson(profile, "sender").slice(1);
  return `{"id":${visitorIdJson(id)}${rest === "}" ? "" : ","}${rest}`;
}
