import { type FileType, fileTypes } from "../message.ts";
import type { AgentMessage, UnknownAgentMessage } from "./agent-event.ts";

type KnownMessage = AgentMessage["message"];
type Fields = Readonly<Record<string, unknown>>;

/** The message, or its fault: `expected` begins the sentence "… is expected". */
export type MessageReading =
  | { readonly kind: "message"; readonly message: KnownMessage }
  | { readonly kind: "unknown"; readonly message: UnknownAgentMessage["message"] }
  | { readonly kind: "wrong"; readonly field: string; readonly expected: string };

const isName = (value: unknown): value is string => typeof value === "string" && value !== "";
const isNumber = (value: unknown): boolean => Number.isFinite(value);

/**
 * Whether a value is an http(s) URL, which can only be followed and not executed. URLs with control characters are
 * refused: the URL parser drops some of them, and other readers would not.
 */
export function isHttpUrl(value: unknown): boolean {
  return (
    typeof value === "string" &&
    /^https?:\/\//i.test(value) &&
    !/[^\P{Cc}\u0080-\u009f]/u.test(value) &&
    URL.canParse(value)
  );
}

/** Every field of §2.5, and the test of its value. */
const checks: Readonly<Record<string, (value: unknown) => boolean>> = {
  file: isHttpUrl,
  thumb: isHttpUrl,
  emoji: isName,
  file_size: isNumber,
  file_name: isName,
  duration: isNumber,
  width: isNumber,
  height: isNumber,
  text: isName,
  performer: isName,
  title: isName,
  latitude: isNumber,
  longitude: isNumber,
};

const expected: Readonly<Record<string, string>> = {
  type: "A non-empty string",
  id: "A non-empty string",
  text: "A non-empty string",
  file: "An http(s) URL",
  latitude: "A number",
  longitude: "A number",
};

/** Keeps the known, valid fields of a message and drops all others (§2.4, §2.5). */
export function readMessage(message: Fields): MessageReading {
  const { type, id } = message;
  if (!isName(type)) return wrong("type");
  if (!isName(id)) return wrong("id");
  const required = requiredOf(type);
  if (required === null) return { kind: "unknown", message: { ...message, type, id } };
  const fields: Record<string, unknown> = {};
  for (const [name, check] of Object.entries(checks)) {
    if (Object.hasOwn(message, name) && check(message[name])) fields[name] = message[name];
  }
  const missing = required.find((name) => !(name in fields));
  if (missing !== undefined) return wrong(missing);
  // Every field was checked above; the compiler cannot see it.
  return { kind: "message", message: { type, id, ...fields } as unknown as KnownMessage };
}

function wrong(name: string): MessageReading {
  return { kind: "wrong", field: `message.${name}`, expected: expected[name] ?? "Another value" };
}

/** The file's size is not required, because a gateway leaves it out when the channel is lenient. */
function requiredOf(type: unknown): readonly string[] | null {
  if (type === "text") return ["text"];
  if (type === "location") return ["latitude", "longitude"];
  return fileTypes.includes(type as FileType) ? ["file"] : null;
}
