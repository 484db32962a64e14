import { type ReactElement, useEffect, useState } from "react";
import { ConversationList } from "./conversation-list.tsx";
import { SearchColumn } from "../search/search-column.tsx";
import { Thread } from "./thread.tsx";
import type { InboxHandle } from "./use-inbox.ts";
import { VisitorCard } from "./visitor-card.tsx";

export interface InboxProps {
  readonly inbox: InboxHandle;
  readonly openId: string | null;
}

/** Conversations on the left, the open one beside it, and its visitor on the right when there is space. */
export function Inbox({ inbox, openId }: InboxProps): ReactElement {
  const [cardOpen, setCardOpen] = useState(false);
  const { state } = inbox;
  const conversation = state.conversations?.find(({ id }) => id === openId) ?? null;
  useEffect(() => setCardOpen(false), [openId]);

  return (
    <div className="inbox" data-card={cardOpen}>
      <SearchColumn openId={openId}>
        <ConversationList state={state} openId={openId} onOlder={inbox.loadOlderConversations} />
      </SearchColumn>
      {openId === null ? (
        <main className="no-thread muted" data-testid="no-thread">
          <p>Choose a conversation to read and answer it.</p>
        </main>
      ) : (
        <Thread
          key={openId}
          conversationId={openId}
          conversation={conversation}
          thread={state.threads[openId] ?? null}
          typingSince={state.typing[openId] ?? null}
          writer={state.writing[openId] ?? null}
          onOlder={inbox.loadOlderMessages}
          onCard={() => setCardOpen(!cardOpen)}
        />
      )}
      {conversation !== null && (
        <VisitorCard conversation={conversation} onClose={() => setCardOpen(false)} />
      )}
    </div>
  );
}
