import type { Message } from "@parley/core";
import { isolatedText } from "@parley/core/text";
import { durationWords, sizeWords } from "./size-words.ts";

type Sticker = Extract<Message, { type: "sticker" }>;
type Location = Extract<Message, { type: "location" }>;
type File = Exclude<Message, { type: "text" | "location" }>;

const labels: ReadonlyMap<string, string> = new Map([
  ["video", "Video"],
  ["audio", "Audio"],
  ["voice", "Voice message"],
  ["photo", "Photo"],
  ["sticker", "Sticker"],
  ["document", "File"],
  ["location", "Location"],
]);

/**
 * A visitor's message as one text, for an app or a place that takes nothing else. A text stays as it is. A file becomes a
 * link with its kind, name and size; a location a link to a map; a sticker begins with its emoji. What the visitor wrote
 * with it follows. File names are made visible and isolated, so that they cannot break lines or reorder them.
 */
export function messageText(message: Message): string {
  if (message.type === "text") return message.text;
  const lines = message.type === "location" ? locationLines(message) : fileLines(message);
  return [...lines, message.text].filter((line) => line !== undefined).join("\n");
}

function locationLines(message: Location): readonly string[] {
  const [latitude, longitude] = [message.latitude, message.longitude].map((one) => one.toFixed(6));
  const at = `mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  const link = `https://www.openstreetmap.org/?${at}`;
  return [withFacts(message, shownAll(message.title)), link, ...linkOf(message.file)];
}

function fileLines(message: File): readonly string[] {
  const { file, file_size, file_name, duration, performer, title } = message;
  const song = shownAll(performer, title).join(" – ");
  const length = duration === undefined ? "" : durationWords(duration);
  const size = file_size === undefined ? "" : sizeWords(file_size);
  const emoji = message.type === "sticker" ? emojiOf(message) : "";
  const facts = [...shownAll(file_name), song, length, size].filter((fact) => fact !== "");
  return [emoji + withFacts(message, facts), ...linkOf(file)];
}

/** The kind of a message; one that this version does not know is named as it is. */
function withFacts({ type }: Message, facts: readonly string[]): string {
  const label = labels.get(type) ?? isolatedText(type);
  return facts.length === 0 ? label : `${label}: ${facts.join(", ")}`;
}

function emojiOf({ emoji }: Sticker): string {
  return emoji === undefined ? "" : `${isolatedText(emoji)} `;
}

/** As the URL parser writes it: without characters that could hide or reorder it. */
function linkOf(url: string | undefined): readonly string[] {
  return url === undefined ? [] : [URL.parse(url)?.href ?? isolatedText(url)];
}

/** Those that are there. A later version may leave out what this one requires. */
function shownAll(...texts: readonly (string | undefined)[]): readonly string[] {
  return texts.filter((text) => text !== undefined).map(isolatedText);
}
