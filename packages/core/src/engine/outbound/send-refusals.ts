import { attemptLimit, tickMs, waitingLimit } from "../../model/schedule.ts";
import type { TypingType } from "../../ports/typing-listener.ts";
import { isAbsent } from "../../protocol/json/plain-object.ts";
import { isLonger, textLimit } from "../../protocol/messages/text.ts";
import { type Refusal, refuse } from "../../protocol/refusals.ts";
import type { AppendAnswer } from "../commit/commit-queue.ts";

/** Each waiting message takes one series. The first of them makes room after this time or sooner. */
const laneFullSeconds = (attemptLimit * tickMs) / 1_000;

export const tooLong = refuse("invalidField", {
  field: "message.text",
  detail: `At most ${waitingLimit * textLimit} characters are allowed: ${waitingLimit} parts of ${textLimit}`,
});

/** Maximum number of Unicode code points of an idempotency key: stores index it together with its conversation. */
const keyLimit = 255;
export const invalidKey = refuse("invalidField", {
  field: "idempotencyKey",
  detail: `A non-blank string of 1 to ${keyLimit} characters is expected, or no key`,
});

export const invalidFence = refuse("invalidField", {
  field: "fence",
  detail: "The fence of an event of this conversation is expected, or none",
});

export function isFence(fence: unknown): boolean {
  return isAbsent(fence) || (Number.isSafeInteger(fence) && Number(fence) >= 0);
}

export function isTyping(type: unknown): type is TypingType {
  return type === "typein" || type === "typeout";
}

export function isKey(key: unknown): boolean {
  if (isAbsent(key)) return true;
  return typeof key === "string" && key.trim() !== "" && !isLonger(key, keyLimit);
}

export function refusalOf(
  refusal: Extract<AppendAnswer, { status: "refused" }>["refusal"],
): Refusal {
  switch (refusal) {
    case "lane-full":
      return refuse("laneFull", { retryAfterSeconds: laneFullSeconds });
    case "unknown-message":
      return refuse("unknownMessage");
    case "not-owner":
    case "stale-fence":
    case "earlier-node":
      return refuse("notOwner");
    case "unknown-conversation":
    case "conversation-limit":
      return refuse("unknownConversation");
  }
}
