import { messageIdLimit } from "./message.ts";
import { isAbsent } from "../json/plain-object.ts";
import { isLonger } from "./text.ts";
import { idText } from "../senders/visitor-id.ts";
import type { Warning } from "../warning.ts";

const dropped: Warning = Object.freeze({
  field: "message.id",
  message: `Dropped: a string of 1 to ${messageIdLimit} characters that is not blank, or an integer, is expected. Without an id a repeat of this message cannot be recognised.`,
});

/** `message.id` as text, a number as its digits; `null` when it is missing or unusable (ruling 11). */
export function readMessageId(value: unknown, warnings: Warning[]): string | null {
  if (isAbsent(value)) return null;
  const text = idText(value);
  if (text !== null && text.trim() !== "" && !isLonger(text, messageIdLimit)) return text;
  warnings.push(dropped);
  return null;
}
