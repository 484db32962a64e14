import {
  type MessageFieldName,
  messageFields,
  messageTypes,
  type StoredMessage,
  textLimit,
  type Warning,
} from "@parley/core";

type Fields = Readonly<Record<string, unknown>>;

/** How many messages a text may have become, when its channel splits what is too long. */
export function partsOf({ text }: Fields): number {
  if (typeof text !== "string") return 1;
  return Math.max(1, Math.ceil([...text.toWellFormed()].length / textLimit));
}

/**
 * Whether a message that was sent before has the content of this one.
 * @param stored its first part, and what follows in its conversation
 * @param warnings what core said about this message: it names fields that were cut or dropped
 */
export function isSameMessage(
  given: Fields,
  stored: readonly StoredMessage[],
  warnings: readonly Warning[],
): boolean {
  const [first, ...others] = stored.map(({ message }) => JSON.parse(message) as Fields);
  if (first === undefined || first["type"] !== given["type"]) return false;
  const cut = new Set(warnings.map(({ field }) => field.replace("message.", "")));
  const names = Object.keys(messageFields) as MessageFieldName[];
  return names.every((name) => {
    const wanted = usable(given, name);
    const sent = name === "text" && !cut.has(name) ? joined(first, others) : first[name];
    if (wanted === undefined) return sent === undefined || name === "file_name" || cut.has(name);
    if (!cut.has(name)) return sent === wanted;
    return sent === undefined || String(wanted).startsWith(String(sent));
  });
}

/** The field as core reads it; `undefined`: it is absent, empty, or not of this type of message. */
function usable(given: Fields, name: MessageFieldName): unknown {
  const { required, optional } = messageTypes[given["type"] as keyof typeof messageTypes];
  const isOfType = ([...required, ...optional] as readonly string[]).includes(name);
  const value = given[name];
  if (!isOfType || value === "" || value === null) return undefined;
  return typeof value === "string" ? value.toWellFormed() : value;
}

/** A text that was split: its first part has exactly as many characters as fit. */
function joined(first: Fields, others: readonly Fields[]): unknown {
  const { text } = first;
  if (typeof text !== "string" || [...text].length < textLimit) return text;
  return [text, ...others.map((part) => part["text"])].join("");
}
