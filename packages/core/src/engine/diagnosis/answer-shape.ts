import { parseJson } from "../../protocol/json.ts";
import { fieldOf, isPlainObject, type PlainObject } from "../../protocol/plain-object.ts";

/** What kind of body an answer has, in words of ours: a receiver's own words may be anything. */
export type AnswerShape =
  | "empty"
  | "a web page"
  | "plain text"
  | "JSON that is no object"
  | "an object without `result`"
  | "a `result` other than `ok`"
  | "an `error` without a numeric `code`"
  | '{"ok":true}'
  | '{"body":"…"}'
  | '{"status":"…"}'
  | '{"success":true}'
  | '{"result":"ok"}';

const tolerant = new TextDecoder("utf-8");

/** Tells the acknowledgements apart that integrating systems are known to send. */
export function shapeOf(body: Uint8Array): AnswerShape {
  const text = tolerant.decode(body).trim();
  if (text === "") return "empty";
  const json = parseJson(text);
  if (!json.ok) return text.startsWith("<") ? "a web page" : "plain text";
  return isPlainObject(json.value) ? objectShape(json.value) : "JSON that is no object";
}

function objectShape(object: PlainObject): AnswerShape {
  if (isPlainObject(fieldOf(object, "error"))) return "an `error` without a numeric `code`";
  const result = fieldOf(object, "result");
  if (result !== undefined)
    return result === "ok" ? '{"result":"ok"}' : "a `result` other than `ok`";
  if (fieldOf(object, "ok") === true) return '{"ok":true}';
  if (fieldOf(object, "success") === true) return '{"success":true}';
  if (typeof fieldOf(object, "status") === "string") return '{"status":"…"}';
  if (typeof fieldOf(object, "body") === "string") return '{"body":"…"}';
  return "an object without `result`";
}
