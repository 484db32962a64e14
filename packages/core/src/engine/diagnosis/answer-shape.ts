import { parseJson } from "../../protocol/json/json.ts";
import { isErrorValue, isNoWord } from "../../protocol/answers/answer-words.ts";
import { fieldOf, isPlainObject, type PlainObject } from "../../protocol/json/plain-object.ts";

/** The kind of an answer's body, in the gateway's own words, because a receiver's own words may be anything. */
export type AnswerShape =
  | "empty"
  | "null"
  | "a web page"
  | "plain text"
  | "JSON that is no object"
  | "an object without `result`"
  | "a `result` other than `ok`"
  | "a word that says no"
  | "a `result` that says no"
  | "a `status` that says no"
  | '{"ok":false}'
  | '{"success":false}'
  | "an `error` without a numeric `code`"
  | '{"ok":true}'
  | '{"body":"…"}'
  | '{"status":"…"}'
  | '{"success":true}'
  | '{"result":"ok"}';

/** Shapes that say no, but not in the contract's form. */
const refusing: ReadonlySet<AnswerShape> = new Set([
  "null",
  "an `error` without a numeric `code`",
  "a word that says no",
  "a `result` that says no",
  "a `status` that says no",
  '{"ok":false}',
  '{"success":false}',
]);

const tolerant = new TextDecoder("utf-8");

/** Classifies the body of an answer by the acknowledgements that integrating systems are known to send. */
export function shapeOf(body: Uint8Array): AnswerShape {
  const text = tolerant.decode(body).trim();
  if (text === "") return "empty";
  const json = parseJson(text);
  const value = json.ok ? innerOf(json.value) : text;
  if (value === null) return "null";
  if (isPlainObject(value)) return objectShape(value);
  if (isNo(value)) return "a word that says no";
  if (json.ok) return "JSON that is no object";
  return text.startsWith("<") ? "a web page" : "plain text";
}

/** Whether the body is a JSON string with a JSON object in it. */
export function isWrapped(body: Uint8Array): boolean {
  const json = parseJson(tolerant.decode(body).trim());
  return json.ok && typeof json.value === "string" && isPlainObject(innerOf(json.value));
}

/** Whether the body of a possibly positive answer may come from the real receiver and does not say no. */
export function mayBeYes(body: Uint8Array): boolean {
  return shapeOf(body) !== "a web page" && !saysNo(body);
}

/** Whether a body says no without the failure shape. Under `any-2xx` such a message could count as delivered. */
export function saysNo(body: Uint8Array): boolean {
  return refusing.has(shapeOf(body));
}

function objectShape(object: PlainObject): AnswerShape {
  const [error, ok, success, status, result] = ["error", "ok", "success", "status", "result"].map(
    (name) => fieldOf(object, name),
  );
  if (typeof error === "object" ? error !== null : isErrorValue(error))
    return "an `error` without a numeric `code`";
  if (ok === false) return '{"ok":false}';
  if (success === false) return '{"success":false}';
  if (result === "ok") return '{"result":"ok"}';
  if (result !== undefined && isNo(result)) return "a `result` that says no";
  if (ok === true) return '{"ok":true}';
  if (success === true) return '{"success":true}';
  if (status !== null && isNo(status)) return "a `status` that says no";
  if (result !== undefined) return "a `result` other than `ok`";
  if (typeof status === "string") return '{"status":"…"}';
  if (typeof fieldOf(object, "body") === "string") return '{"body":"…"}';
  return "an object without `result`";
}

function isNo(word: unknown): boolean {
  if (typeof word === "string") return isNoWord(word) || word.toLowerCase() === "unknown";
  return word === false || word === null;
}

/** The JSON inside a string, when it is an object or `null`; any other value unchanged. */
function innerOf(value: unknown): unknown {
  const json = typeof value === "string" ? parseJson(value) : null;
  return json?.ok && (json.value === null || isPlainObject(json.value)) ? json.value : value;
}
