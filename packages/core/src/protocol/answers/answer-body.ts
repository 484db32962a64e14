import { decodeUtf8, parseJson } from "../json/json.ts";
import { isPlainObject, type PlainObject } from "../json/plain-object.ts";
import { refusals } from "../refusal-table.ts";

/** An answer's body, or the text in a JSON string, as far as it can be parsed. */
export type AnswerBody =
  /** `clean`: its bytes were valid UTF-8. */
  | { readonly kind: "object"; readonly object: PlainObject; readonly clean: boolean }
  | { readonly kind: "string"; readonly text: string; readonly clean: boolean }
  | { readonly kind: "null" }
  | { readonly kind: "other" }
  /** Perhaps a JSON object, but incomplete or too deep to parse. */
  | { readonly kind: "hidden" };

const tolerant = new TextDecoder("utf-8");
const maybeObject = /^\s*\{/;
const maybeObjectInString = /^\s*"(?:\s|\\[nrt])*\{/;

/** Parses a body of which `bytes` were received; `truncated`: there were more. Never throws. */
export function readAnswerBody(bytes: Uint8Array, truncated: boolean): AnswerBody {
  return readText(tolerant.decode(bytes), truncated, () => decodeUtf8(bytes) !== null);
}

/** When the body is a JSON string, the JSON inside it; any other body unchanged. Unwraps one level only. */
export function unwrapAnswer(body: AnswerBody): AnswerBody {
  return body.kind === "string" ? readText(body.text, false, () => body.clean) : body;
}

function readText(text: string, truncated: boolean, isClean: () => boolean): AnswerBody {
  if (text.trim() === "null") return { kind: "null" };
  const json = truncated ? null : parseJson(text);
  if (!json?.ok) {
    const unfinished = json === null || json.refusal.code === refusals.tooDeep.code;
    const hides = maybeObject.test(text) || maybeObjectInString.test(text);
    return unfinished && hides ? { kind: "hidden" } : { kind: "other" };
  }
  const { value } = json;
  if (isPlainObject(value)) return { kind: "object", object: value, clean: isClean() };
  return typeof value === "string"
    ? { kind: "string", text: value, clean: isClean() }
    : { kind: "other" };
}
