import type { Message } from "@parley/core";
import { isolatedText } from "@parley/core/text";
import { durationWords, sizeWords } from "./size-words.ts";

type Sticker = Extract<Message, { type: "sticker" }>;
type Location = Extract<Message, { type: "location" }>;
type File = Exclude<Message, { type: "text" | "location" }>;

const labels: Readonly<Record<string, string>> = {
  video: "Video",
  audio: "Audio",
  voice: "Voice message",
  photo: "Photo",
  sticker: "Sticker",
  document: "File",
  location: "Location",
};

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
  const { latitude, longitude, file, title } = message;
  const at = `mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
  const named = title === undefined ? labelOf(message) : `${labelOf(message)}: ${shown(title)}`;
  return [named, `https://www.openstreetmap.org/?${at}`, ...linkOf(file)];
}

function fileLines(message: File): readonly string[] {
  const { file, file_size, file_name, duration, performer, title } = message;
  const song = [performer, title].filter((part) => part !== undefined).map(shown);
  const facts = [
    shown(file_name),
    ...(song.length === 0 ? [] : [song.join(" – ")]),
    ...(duration === undefined ? [] : [durationWords(duration)]),
    ...(file_size === undefined ? [] : [sizeWords(file_size)]),
  ];
  const emoji = message.type === "sticker" ? emojiOf(message) : "";
  return [`${emoji}${labelOf(message)}: ${facts.join(", ")}`, ...linkOf(file)];
}

function emojiOf({ emoji }: Sticker): string {
  return emoji === undefined ? "" : `${shown(emoji)} `;
}

/** A type that this version does not know is named as it is. */
function labelOf({ type }: Message): string {
  return labels[type] ?? shown(type);
}

/** As the URL parser writes it: without characters that could hide or reorder it. */
function linkOf(url: string | undefined): readonly string[] {
  return url === undefined ? [] : [URL.parse(url)?.href ?? shown(url)];
}

function shown(text: string): string {
  return isolatedText(text);
}
