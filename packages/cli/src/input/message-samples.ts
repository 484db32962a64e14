import type { MessageFieldName } from "@parley/core";

/** A harmless value for every field of a message (§2.5). */
const messageSamples: Readonly<Record<MessageFieldName, string | number>> = {
  file: "https://files.example/sample",
  thumb: "https://files.example/sample-thumbnail.jpg",
  emoji: "📎",
  file_size: 48_213,
  file_name: "sample file.bin",
  duration: 12,
  width: 640,
  height: 480,
  text: "A comment",
  performer: "Parley",
  title: "Sample",
  latitude: 50.4501,
  longitude: -30.5234,
};

/** The named fields with sample values. */
export function sampleFields(
  names: readonly MessageFieldName[],
): Readonly<Partial<Record<MessageFieldName, string | number>>> {
  return Object.fromEntries(names.map((name) => [name, messageSamples[name]]));
}
