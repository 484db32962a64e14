import { memo, type ReactElement, useContext } from "react";
import type { ConversationView } from "../../src/conversations/conversation-view.ts";
import type { Draft } from "../api/api.ts";
import { Avatar } from "../ui/avatar.tsx";
import { EmptyInbox } from "../first-minute/empty-inbox.tsx";
import { type InboxState, isTyping } from "./inbox-state.ts";
import { Preview } from "./preview.tsx";
import { OwnNameContext } from "../accounts/own-name.ts";
import { UntrustedText } from "../ui/untrusted-text.tsx";
import { useUnsentState } from "../unsent/unsent-context.ts";
import { draftInWords, markedOf, markOf } from "../unsent/unsent-state.ts";
import { useNow } from "../ui/use-now.ts";
import { fullTimeOf, shortTimeOf, visitorName } from "../ui/words.ts";

export interface ConversationListProps {
  readonly state: InboxState;
  readonly openId: string | null;
  readonly onOlder: () => void;
}

export function ConversationList({ state, openId, onOlder }: ConversationListProps): ReactElement {
  const { conversations, next } = state;
  const now = useNow(Object.keys(state.typing).length > 0);
  return (
    <nav className="conversations" aria-label="Conversations" data-testid="conversation-list">
      {conversations === null && <p className="loading">Loading…</p>}
      {conversations?.length === 0 && <EmptyInbox />}
      {conversations?.map((conversation) => (
        <Row
          key={conversation.id}
          conversation={conversation}
          open={conversation.id === openId}
          unread={state.unread[conversation.id] ?? 0}
          typing={isTyping(state.typing[conversation.id] ?? null, now)}
        />
      ))}
      {next !== null && (
        <button className="older quiet" onClick={onOlder} data-testid="load-older-conversations">
          Older conversations
        </button>
      )}
    </nav>
  );
}

interface RowProps {
  readonly conversation: ConversationView;
  readonly open: boolean;
  readonly unread: number;
  readonly typing: boolean;
}

const Row = memo(function Row(props: RowProps): ReactElement {
  const { conversation, open, unread, typing } = props;
  const { id, lastMessage, lastMessageAt } = conversation;
  return (
    <a
      className="conversation"
      href={`#/c/${encodeURIComponent(id)}`}
      aria-current={open ? "page" : undefined}
      data-unread={unread > 0}
      data-testid="conversation"
      data-id={id}
    >
      <Avatar conversation={conversation} />
      <UntrustedText className="conversation-name" text={visitorName(conversation)} />
      <time className="conversation-time" title={fullTimeOf(lastMessageAt)}>
        {shortTimeOf(lastMessageAt)}
      </time>
      <span className="conversation-summary">
        <Summary conversation={conversation} typing={typing} />
      </span>
      {unread > 0 ? (
        <span className="unread" data-testid="unread" aria-label={`${unread} unread`}>
          {unread}
        </span>
      ) : (
        lastMessage?.direction === "inbound" && <Waiting />
      )}
    </a>
  );
});

const marks = { failed: "Not sent", sending: "Sending…", draft: "Draft" } as const;

/** Shows unsent text instead of the latest message, unless the visitor has written since. */
function Summary({ conversation, typing }: SummaryProps): ReactElement {
  const { id } = conversation;
  const mark = useUnsentState((state) => markOf(state, id));
  const words = useUnsentState((state) => wordsOf(markedOf(state, id)));
  const draftAt = useUnsentState(({ drafts }) => drafts.get(id)?.at ?? 0);
  const isOlder = mark === "draft" && (typing || hasWrittenSince(draftAt, conversation));
  const isShown = mark !== null && !isOlder;
  return (
    <>
      {mark !== null && (
        <strong className="unsent-mark" data-mark={mark} data-testid="unsent-mark">
          {marks[mark]}
          {" · "}
        </strong>
      )}
      {isShown ? (
        <UntrustedText className="preview" text={words} />
      ) : typing ? (
        <em>is typing…</em>
      ) : (
        <LastMessage conversation={conversation} />
      )}
    </>
  );
}

interface SummaryProps {
  readonly conversation: ConversationView;
  readonly typing: boolean;
}

function wordsOf(draft: Draft | null): string {
  return draft === null ? "" : draftInWords(draft);
}

function hasWrittenSince(at: number, { lastMessage }: ConversationView): boolean {
  return lastMessage?.direction === "inbound" && lastMessage.at > at;
}

function Waiting(): ReactElement {
  const label = "the visitor wrote last";
  return (
    <span className="waiting" role="img" aria-label={label} title={label} data-testid="waiting" />
  );
}

function LastMessage({ conversation }: Pick<SummaryProps, "conversation">): ReactElement {
  const { lastMessage, channelId } = conversation;
  const ownName = useContext(OwnNameContext);
  if (lastMessage === undefined) return <>{channelId}</>;
  const { author } = lastMessage;
  const writer = author === undefined || author === ownName ? "You" : author;
  return (
    <>
      {lastMessage.state === "failed" && <strong className="failed">Not delivered · </strong>}
      {lastMessage.direction === "outbound" && lastMessage.state !== "failed" && (
        <span className="summary-writer">
          <UntrustedText text={writer} />
          {": "}
        </span>
      )}
      <Preview message={lastMessage} />
    </>
  );
}
