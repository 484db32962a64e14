import type { MessageState, MessageView } from "../../../src/conversations/message-view.ts";
import type { MessagePage } from "../../api/api.ts";
import type { ThreadState } from "../inbox-state.ts";

/** Each message once, oldest first. Later entries replace earlier ones. */
export function mergeMessages(
  old: readonly MessageView[],
  more: readonly MessageView[],
): readonly MessageView[] {
  const byId = new Map([...old, ...more].map((each) => [each.id, each]));
  return [...byId.values()].sort((a, b) => Number(a.id) - Number(b.id));
}

export function withMessages(thread: ThreadState, more: readonly MessageView[]): ThreadState {
  return { ...thread, messages: mergeMessages(thread.messages, more) };
}

/** The thread with the page before it. What it has already is newer than the page. */
export function withOlder(thread: ThreadState, page: MessagePage): ThreadState {
  return { ...thread, messages: mergeMessages(page.messages, thread.messages), next: page.next };
}

export function withState(thread: ThreadState, id: string, state: MessageState): ThreadState {
  return {
    ...thread,
    messages: thread.messages.map((message) =>
      message.id === id ? inState(message, state) : message,
    ),
  };
}

/** A failure belongs to the state before. */
export function inState(message: MessageView, state: MessageState): MessageView {
  const { failure: _, ...rest } = message;
  return { ...rest, ...state } as MessageView;
}
