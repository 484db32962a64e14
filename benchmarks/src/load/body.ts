import { type Told, writeText } from "./text.ts";

/** Size of every body: a short chat message with its sender. */
export const bodyBytes = 270;

/** Form of a message: a visitor's envelope (§4.2), an agent's message for a benchmark's host, or a Telegram update. */
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
  // In a group chat: in a private chat a bot sends typing, which is one more request. Updates are numbered per bot.
  telegram: ({ writer, number }, text) =>
    `{"update_id":${writer * 1_000_000 + number},"message":{"message_id":${number + 1},"date":1800000000,"chat":{"id":-${writer + 1},"type":"group"},"from":{"id":${writer + 1},"is_bot":false,"first_name":"Ada"},"text":"${text}"}}`,
};
