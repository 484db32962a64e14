import { type ReactElement, useContext, useMemo, useRef, useState } from "react";
import type { MessageView } from "../../../src/conversations/message-view.ts";
import { OwnNamesContext } from "../../accounts/own-name.ts";
import { useUnsentState } from "../../unsent/unsent-context.ts";
import { UnsentMessages } from "../../unsent/unsent-messages.tsx";
import type { ThreadState } from "../inbox-state.ts";
import { linesBetween } from "../owners/lines-between.ts";
import { OwnerLineRows } from "../owners/owner-line-rows.tsx";
import { DatedMessages } from "./dated-messages.tsx";
import { JumpButton } from "./jump-button.tsx";
import { messageRows } from "./message-rows.ts";
import { useMessageFocus } from "./use-message-focus.ts";
import { useThreadScroll } from "./use-thread-scroll.ts";

export interface MessageListProps {
  readonly conversationId: string;
  readonly thread: ThreadState | null;
  readonly visitor: string;
  readonly unreadFrom: string | null;
  readonly messageId: string | null;
  readonly typing: boolean;
  readonly now: number;
  readonly onOlder: () => Promise<void>;
}

/** Id of the element that scrolls. There is one thread at a time. */
export const messagesId = "messages";

const noMessages: readonly MessageView[] = [];

/** The messages of a conversation. Earlier ones are loaded while scrolling up. */
export function MessageList(props: MessageListProps): ReactElement {
  const { conversationId, thread, visitor, unreadFrom, messageId, typing, now, onOlder } = props;
  const messages = thread?.messages ?? noMessages;
  const changes = thread?.changes;
  const hasEarlier = thread !== null && thread.next !== null;
  const rows = useMemo(
    () => messageRows(messages, unreadFrom, hasEarlier, changes),
    [messages, unreadFrom, hasEarlier, changes],
  );
  const earlier = useEarlier(hasEarlier, onOlder);
  const sentKey = useUnsentState(
    (state) =>
      state.messages.findLast((each) => each.conversationId === conversationId)?.key ?? null,
  );
  const scroll = useThreadScroll({
    content: `${messages[0]?.id}-${messages.at(-1)?.id}`,
    sentKey,
    messageId,
    onNearStart: earlier.load,
  });
  const ownNames = useContext(OwnNamesContext);
  const below = messages.filter((message) => Number(message.id) > scroll.seenId);
  const news = below.filter(
    ({ direction, author }) =>
      direction === "inbound" || (author !== undefined && !ownNames.includes(author)),
  );
  const { activeId, handlers } = useMessageFocus();

  return (
    <div className="messages-frame">
      <div
        className="messages"
        id={messagesId}
        ref={scroll.box}
        role="log"
        aria-live="off"
        aria-label="Messages. The arrow keys lead from one to the next."
        tabIndex={0}
        {...handlers}
        data-testid="messages"
      >
        <div className="messages-inner">
          {thread === null && <p className="loading">Loading…</p>}
          {hasEarlier && (
            <button
              className="older quiet"
              // Scrolling and the arrow keys load them, too. A tab stop here would jump away from what one reads.
              tabIndex={-1}
              aria-disabled={earlier.loading}
              onClick={earlier.load}
              data-testid="load-older"
            >
              {earlier.loading ? "Loading…" : "Earlier messages"}
            </button>
          )}
          <DatedMessages
            rows={rows}
            conversationId={conversationId}
            visitor={visitor}
            activeId={activeId}
            foundId={messageId}
            now={now}
          />
          <OwnerLineRows lines={linesBetween(changes, messages.at(-1), undefined)} />
          <UnsentMessages conversationId={conversationId} />
          {typing && (
            <p className="typing" data-testid="visitor-typing" aria-label="The visitor is typing">
              <span />
              <span />
              <span />
            </p>
          )}
        </div>
      </div>
      {(news.length > 0 || scroll.isFar) && (
        <JumpButton count={news.length} onJump={scroll.toEnd} />
      )}
    </div>
  );
}

interface Earlier {
  readonly loading: boolean;
  readonly load: () => void;
}

/** Loads one page of earlier messages at a time. */
function useEarlier(hasEarlier: boolean, onOlder: () => Promise<void>): Earlier {
  const [loading, setLoading] = useState(false);
  const isLoading = useRef(false);
  const loadPage = async (): Promise<void> => {
    if (!hasEarlier || isLoading.current) return;
    isLoading.current = true;
    setLoading(true);
    await onOlder();
    isLoading.current = false;
    setLoading(false);
  };
  return { loading, load: () => void loadPage() };
}
