import type { OwnerLine } from "../../src/owners/owner-lines.ts";
import type { MessageView } from "../../src/conversations/message-view.ts";

/** The loaded messages of one conversation, oldest first. */
export interface ThreadState {
  readonly messages: readonly MessageView[];
  readonly next: string | null;
  /** Changes of owner, oldest first. Absent where there is one agent app. */
  readonly changes?: readonly OwnerLine[];
}

/** Another agent who is writing an answer. */
export interface Writer {
  readonly accountId: string;
  readonly name: string;
  readonly since: number;
}

/**
 * A visitor who sends `typein` without `typeout` stops typing after this time. Clients repeat `typein` every 5 s
 * (ruling 19).
 */
const typingLimitMs = 15_000;

/** Whether a visitor who started at `since` is still typing; `null`: never started. */
export function isTyping(since: number | null, now: number): boolean {
  return since !== null && now - since < typingLimitMs;
}
