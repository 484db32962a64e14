import { type Told, writeText } from "./text.ts";

/** Bytes of every body: what a short chat message takes with its sender. */
export const bodyBytes = 270;

/** How a message is put: as a visitor's envelope (§4.2), as an agent's to the door of a benchmark's host, or as Telegram does. */
export type Shape = "visitor" | "agent" | "telegram";

/** A body of `bodyBytes` bytes. */
export function bodyOf(shape: Shape, told: Told): string {
  const text = writeText(told);
  const fill = (filler: string): string => put[shape](told, `${text}${filler}`);
  return fill("x".repeat(Math.max(0, bodyBytes - fill("").length)));
}

const put: Readonly<Record<Shape, (told: Told, text: string) => string>> = {
  visitor: ({ writer, number }, text) =>
    `{"sender":{"id":"visitor-${writer}","name":"Ada Lovelace"},"message":{"type":"text","id":"${writer}-${number}","text":"${text}"}}`,
  agent: ({ writer, number }, text) =>
    `{"visitor":"visitor-${writer}","id":"${writer}-${number}","text":"${text}"}`,
  // In a group: a bot tells a private chat that it types, which is a request of its own. Updates are numbered per bot.
  telegram: ({ writer, number }, text) =>
    `{"update_id":${writer * 1_000_000 + number},"message":{"message_id":${number + 1},"date":1800000000,"chat":{"id":-${writer + 1},"type":"group"},"from":{"id":${writer + 1},"is_bot":false,"first_name":"Ada"},"text":"${text}"}}`,
};
