import { type Conversation, readAgentMessage, type Refusal, refuse } from "@parley/core";
import type { PostedMessage } from "./posted-message.ts";

/** Core tells only the channel's own rules apart from these. */
const mildest = { overflow: "split", media: "lenient" } as const;
const keyLimit = 255;

const invalidKey = refuse("invalidField", {
  field: "idempotencyKey",
  detail: `A non-blank string of 1 to ${keyLimit} characters is expected, or no key`,
});

/**
 * Why core will refuse a message, found before its files are copied: what is refused stores nothing. `null`: core
 * decides.
 */
export function earlyRefusal(posted: PostedMessage, { owner }: Conversation): Refusal | null {
  const { key, sender, message, fence } = posted;
  if (key !== null && (key.trim() === "" || [...key].length > keyLimit)) return invalidKey;
  const read = readAgentMessage(message, sender, mildest);
  if (!read.ok) return read.refusal;
  // A repeated key gets its first answer, whoever owns the conversation now.
  const isStale = key === null && fence !== undefined && fence !== owner.fence;
  return isStale ? refuse("notOwner") : null;
}
