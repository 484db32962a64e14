import { type ReactElement, useEffect, useState, useSyncExternalStore } from "react";
import { api, type Me } from "./api.ts";
import { AvailabilitySwitch } from "./availability-switch.tsx";
import { ConnectionBanner } from "./connection-banner.tsx";
import { ConversationList } from "./conversation-list.tsx";
import { Thread } from "./thread.tsx";
import { useInbox } from "./use-inbox.ts";
import { VisitorCard } from "./visitor-card.tsx";

export interface InboxProps {
  readonly me: Me;
  readonly onSignedOut: (notice?: string) => void;
}

/** The workplace: conversations on the left, the open one beside it, its visitor on the right where there is room. */
export function Inbox({ me, onSignedOut }: InboxProps): ReactElement {
  const openId = useSyncExternalStore(onHashChange, openConversationId);
  const [cardOpen, setCardOpen] = useState(false);
  const inbox = useInbox(me, openId, onSignedOut);
  const { state } = inbox;
  const conversation = state.conversations?.find(({ id }) => id === openId) ?? null;
  const unread = Object.values(state.unread).reduce((sum, count) => sum + count, 0);

  useEffect(() => {
    document.title = unread === 0 ? "Parley" : `(${unread}) Parley`;
  }, [unread]);
  useEffect(() => setCardOpen(false), [openId]);

  const signOut = async (): Promise<void> => {
    await api.signOut().catch(() => undefined);
    onSignedOut();
  };

  return (
    <div className="workplace" data-open={openId !== null} data-card={cardOpen}>
      <header className="top-bar">
        <h1 className="brand">Parley</h1>
        <AvailabilitySwitch available={state.available} onChange={inbox.setAvailable} />
        <span className="account" data-testid="account-name" title={me.account.email}>
          {me.account.name}
        </span>
        <button className="quiet" onClick={() => void signOut()} data-testid="sign-out">
          Sign out
        </button>
      </header>
      <ConnectionBanner connection={inbox.connection} problem={inbox.problem} />
      <ConversationList state={state} openId={openId} onOlder={inbox.loadOlderConversations} />
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

const prefix = "#/c/";

function openConversationId(): string | null {
  const { hash } = window.location;
  return hash.startsWith(prefix) ? decoded(hash.slice(prefix.length)) : null;
}

/** An address may have been written by anybody; one that is empty or cannot be decoded names no conversation. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text) || null;
  } catch {
    return null;
  }
}

function onHashChange(changed: () => void): () => void {
  window.addEventListener("hashchange", changed);
  return () => window.removeEventListener("hashchange", changed);
}
