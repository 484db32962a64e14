import { messageTypes } from "@parley/core";
import { canary } from "../attack.ts";
import type { Members } from "./json-text.ts";

const link = `"https://files.test/${canary}/a.png"`;

/** A valid value of every field of §2.5, as JSON text. */
const values: Readonly<Record<string, string>> = {
  file: link,
  thumb: link,
  emoji: '"🙂"',
  file_size: "2048",
  file_name: `"${canary}.png"`,
  duration: "7",
  width: "640",
  height: "480",
  text: `"${canary} says hello"`,
  performer: `"${canary} band"`,
  title: `"${canary} song"`,
  latitude: "52.5",
  longitude: "-13.25",
};

/** A sender with every field of §2.1. */
export function validSender(id: string): Members {
  return [
    ["id", JSON.stringify(id)],
    ["name", `"Ann ${canary}"`],
    ["phone", `"+49 ${canary}"`],
    ["email", `"${canary}@shop.test"`],
    ["photo", link],
    ["invite", `"May I help, ${canary}?"`],
    ["url", link],
  ];
}

/** A message of this type with every field that it may have. */
export function validMessage(type: string): Members {
  const row = Object.entries(messageTypes).find(([name]) => name === type)?.[1];
  const names = [...(row?.required ?? []), ...(row?.optional ?? [])];
  return [
    ["type", JSON.stringify(type)],
    ...names.map((name) => [name, values[name] ?? "null"] as const),
  ];
}

/** Every `message.type` there is. */
export const everyType = Object.keys(messageTypes);
