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

/** Shapes of a no that is not told as the contract tells one. */
const refusing: ReadonlySet<AnswerShape> = new Set([
  "an `error` without a numeric `code`",
  "a word that says no",
  "a `result` that says no",
  "a `status` that says no",
  '{"ok":false}',
  '{"success":false}',
]);

/** What a `result`, a `status` or a whole body is known to say for a no, in any letter case. */
const noes: ReadonlySet<string> = new Set(
  "error,fail,failed,failure,no,not found,notfound,nok,not ok,ko,denied,refused,rejected,invalid,false,unknown".split(
    ",",
  ),
);
/** Many say by an empty `error` that there is none. */
const noErrors: ReadonlySet<unknown> = new Set([undefined, null, false, 0, ""]);

const tolerant = new TextDecoder("utf-8");

/** Tells the acknowledgements apart that integrating systems are known to send. */
export function shapeOf(body: Uint8Array): AnswerShape {
  const text = tolerant.decode(body).trim();
  if (text === "") return "empty";
  const json = parseJson(text);
  const value = json.ok ? json.value : text;
  if (isPlainObject(value)) return objectShape(value);
  if (value !== null && isNo(value)) return "a word that says no";
  if (json.ok) return "JSON that is no object";
  return text.startsWith("<") ? "a web page" : "plain text";
}

/** Whether a body, of an answer that may be positive, may come from whoever takes messages, and says no no. */
export function mayBeYes(body: Uint8Array): boolean {
  return shapeOf(body) !== "a web page" && !saysNo(body);
}

/** Whether a body that is no failure shape says no: under `any-2xx` such a message could count as delivered. */
export function saysNo(body: Uint8Array): boolean {
  return refusing.has(shapeOf(body));
}

function objectShape(object: PlainObject): AnswerShape {
  const [error, ok, success, status, result] = ["error", "ok", "success", "status", "result"].map(
    (name) => fieldOf(object, name),
  );
  if (!noErrors.has(error)) return "an `error` without a numeric `code`";
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
  return typeof word === "string" ? noes.has(word.toLowerCase()) : word === false || word === null;
}
