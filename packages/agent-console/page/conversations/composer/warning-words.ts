import type { Warning } from "@parley/core";

const fields: Readonly<Record<string, string>> = {
  text: "text",
  file: "address",
  file_name: "file name",
  file_size: "file size",
  thumb: "preview picture",
  width: "width",
  height: "height",
  duration: "length",
  title: "title",
  performer: "artist",
  latitude: "latitude",
  longitude: "longitude",
};

/** What the gateway changed in a message that it accepted, in an agent's words. */
export function warningsInWords(warnings: readonly Warning[]): string {
  return warnings.map(inWords).join(" ");
}

function inWords({ field, message }: Warning): string {
  const name = fields[field.replace(/^message\./, "")];
  const length = /^Cut to (\d+) characters/.exec(message)?.[1];
  if (name !== undefined && length !== undefined) {
    return `The ${name} was too long. Visitors see only its first ${length} characters.`;
  }
  if (name !== undefined) return `The message was sent without the ${name}, which is not valid.`;
  return "The gateway left out a part of the message.";
}
