import { type ReactElement, useEffect, useState } from "react";
import { useInboxData, useUnreadCount } from "./data/data-context.ts";
import {
  useConversation,
  useConversationList,
  useAbsence,
  useInboxSummary,
  useThread,
} from "./data/use-inbox-queries.ts";
import { useReading, useUnreadFrom } from "./data/use-reading.ts";
import { inboxAddress, type InboxView } from "./inbox-view.ts";
import { ConversationList } from "./list/conversation-list.tsx";
import { OthersWait } from "./list/others-wait.tsx";
import { MovedThread } from "./owners/moved-thread.tsx";
import { Thread } from "./thread/thread.tsx";
import { VisitorCard } from "./thread/visitor-card.tsx";
import { SearchColumn } from "../search/search-column.tsx";

export interface InboxProps {
  readonly view: InboxView;
  readonly openId: string | null;
  /** Id of the message at which the open conversation opens; `null`: at its end. */
  readonly messageId: string | null;
  readonly isAdmin: boolean;
  /** Whether the event stream is open. Nothing is loaded before: it could miss events. */
  readonly isLive: boolean;
}

/** Conversations on the left, the open one beside it, and its visitor on the right when there is space. */
export function Inbox({ view, openId, messageId, isAdmin, isLive }: InboxProps): ReactElement {
  const data = useInboxData();
  const [cardOpen, setCardOpen] = useState(false);
  const conversation = useConversation(openId, isLive);
  const thread = useThread(openId, isLive);
  const missing = useAbsence(openId, isLive);
  const absence = conversation === null ? missing : null;
  const list = useConversationList(view, conversation, isLive);
  const summary = useInboxSummary(view);
  const unread = useUnreadCount();
  const unreadFrom = useUnreadFrom(openId, conversation);
  useReading(conversation, thread);
  useEffect(() => setCardOpen(false), [openId]);

  return (
    <div
      className="inbox"
      data-card={cardOpen}
      // The thread has its own main landmark. Without one, the list is the main content on a phone.
      role={openId === null ? "main" : undefined}
    >
      <SearchColumn view={view} openId={openId} messageId={messageId}>
        <ConversationList list={list} view={view} openId={openId} summary={summary} />
      </SearchColumn>
      {openId === null ? (
        <div className="no-thread muted" data-testid="no-thread">
          <p>Choose a conversation to read and answer it.</p>
        </div>
      ) : absence === "moved" ? (
        <MovedThread key={openId} conversationId={openId} backAddress={inboxAddress(view)} />
      ) : absence === "gone" ? (
        <main className="no-thread muted" data-testid="gone-thread">
          <div>
            <h1>There is no such conversation</h1>
            <p>
              It may have been erased. <a href={inboxAddress(view)}>Back to the inbox</a>
            </p>
          </div>
        </main>
      ) : (
        <>
          <OthersWait
            unread={unread}
            openIsUnread={(conversation?.unread ?? 0) > 0}
            address={inboxAddress(view)}
          />
          <Thread
            key={openId}
            conversationId={openId}
            conversation={conversation}
            thread={thread}
            unreadFrom={unreadFrom}
            messageId={messageId}
            backAddress={inboxAddress(view)}
            onOlder={() =>
              data.guarded(() => data.load.olderMessages(openId)).catch(() => undefined)
            }
            onCard={() => setCardOpen(!cardOpen)}
          />
        </>
      )}
      {conversation !== null && (
        <VisitorCard
          conversation={conversation}
          canErase={isAdmin && conversation.answeredBy === undefined}
          onClose={() => setCardOpen(false)}
        />
      )}
    </div>
  );
}
