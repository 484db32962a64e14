import { type FileType, fileTypes } from "../message.ts";
import type { AgentMessage } from "./agent-event.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The end of the sentence "… is expected", or the message. */
export type MessageReading =
  | { readonly ok: true; readonly message: AgentMessage["message"] }
  | { readonly ok: false; readonly field: string; readonly expected: string };

const isText = (value: unknown): boolean => typeof value === "string" && value !== "";
const isNumber = (value: unknown): boolean => typeof value === "number";

/** Whether a value is an http(s) URL, and so can do nothing but lead somewhere. */
export function isHttpUrl(value: unknown): boolean {
  return typeof value === "string" && /^https?:\/\//i.test(value);
}

/** Every field of §2.5, and what a value of it has to be. */
const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  file: isHttpUrl,
  thumb: isHttpUrl,
  emoji: isText,
  file_size: isNumber,
  file_name: isText,
  duration: isNumber,
  width: isNumber,
  height: isNumber,
  text: isText,
  performer: isText,
  title: isText,
  latitude: isNumber,
  longitude: isNumber,
};

const expected: Readonly<Record<string, string>> = {
  text: "A non-empty string",
  file: "An http(s) URL",
  latitude: "A number",
  longitude: "A number",
};

/** The message with its known fields alone, those that are not valid left out (§2.4, §2.5). */
export function readMessage(message: Fields): MessageReading {
  const { type, id } = message;
  const required = requiredOf(type);
  if (required === null) {
    return { ok: false, field: "message.type", expected: "A type that this client knows" };
  }
  if (typeof id !== "string" || id === "") {
    return { ok: false, field: "message.id", expected: "A non-empty string" };
  }
  const fields: Record<string, unknown> = {};
  for (const [name, check] of Object.entries(checks)) {
    if (Object.hasOwn(message, name) && check(message[name])) fields[name] = message[name];
  }
  const missing = required.find((name) => !(name in fields));
  if (missing !== undefined) {
    return { ok: false, field: `message.${missing}`, expected: expected[missing] ?? "A value" };
  }
  // The fields were checked one by one; only the compiler cannot see it.
  return { ok: true, message: { type, id, ...fields } as unknown as AgentMessage["message"] };
}

/** A gateway whose channel is lenient leaves out a file's size: it is not asked for. */
function requiredOf(type: unknown): readonly string[] | null {
  if (type === "text") return ["text"];
  if (type === "location") return ["latitude", "longitude"];
  return fileTypes.includes(type as FileType) ? ["file"] : null;
}
