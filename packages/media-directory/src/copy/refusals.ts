import type { MediaAnswer } from "@parley/core";

export type Refused = Extract<MediaAnswer, { readonly stored: false }>;
type Why = Refused["why"];

/** What each refusal says to the author of the message. */
const sentences: Readonly<Record<Why, string>> = {
  "unknown-conversation": "There is no such conversation.",
  "forbidden-target": "The address of the file is not allowed.",
  "not-found": "The agent app has no such file.",
  refused: "The agent app did not give the file.",
  "wrong-type": "The file is not what its type says, or its type is not allowed.",
  "too-large": "The file is too large.",
  empty: "The file is empty.",
  full: "There is no room for the file.",
  unreachable: "The file did not arrive whole and in time.",
};
const passing: ReadonlySet<Why> = new Set<Why>(["full", "unreachable"]);

/** @param retryable default: by the reason */
export function refused(why: Why, retryable = passing.has(why)): Refused {
  return { stored: false, why, message: `${sentences[why]} It was not stored.`, retryable };
}
