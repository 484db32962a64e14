import { isolatedText } from "@parley/core/text";
import type { MessageView } from "../../../src/conversations/message-view.ts";
import { summaryOf } from "../../ui/words.ts";

/**
 * What a screen reader says about changes of an open thread: new messages of the visitor, and messages that have just
 * failed. Nothing about what was there when it was opened, or about earlier messages that were loaded.
 */
export function announcementOf(
  before: readonly MessageView[],
  after: readonly MessageView[],
  visitor: string,
): string {
  const newest = Number(before.at(-1)?.id ?? Infinity);
  const old = new Map(before.map((message) => [message.id, message]));
  return after
    .flatMap((message) => {
      const isNew = Number(message.id) > newest;
      if (isNew && message.direction === "inbound") {
        return [`${isolatedText(visitor)}: ${wordsOf(message)}`];
      }
      const hasFailed = isNew || old.get(message.id)?.state === "waiting";
      return hasFailed && message.state === "failed" ? [`Not delivered: ${wordsOf(message)}`] : [];
    })
    .join("\n");
}

function wordsOf(message: MessageView): string {
  const { label, text } = summaryOf(message);
  return [label, text === "" ? "" : isolatedText(text)].filter(Boolean).join(": ");
}
