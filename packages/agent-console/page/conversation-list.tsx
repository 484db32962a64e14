import { type ReactElement, useContext } from "react";
import type { ConversationView } from "../src/conversation-view.ts";
import { Avatar } from "./avatar.tsx";
import { type InboxState, isTyping } from "./inbox-state.ts";
import { Preview } from "./preview.tsx";
import { OwnNameContext } from "./own-name.ts";
import { StrangerText } from "./stranger-text.tsx";
import { useUnsentState } from "./unsent/unsent-context.ts";
import { draftInWords, markedOf, markOf, type UnsentState } from "./unsent/unsent-state.ts";
import { useNow } from "./use-now.ts";
import { fullTimeOf, shortTimeOf, visitorName } from "./words.ts";

export interface ConversationListProps {
  readonly state: InboxState;
  readonly openId: string | null;
  readonly onOlder: () => void;
}

export function ConversationList({ state, openId, onOlder }: ConversationListProps): ReactElement {
  const { conversations, next } = state;
  const now = useNow(Object.keys(state.typing).length > 0);
  const unsent = useUnsentState();
  return (
    <nav className="conversations" aria-label="Conversations" data-testid="conversation-list">
      {conversations === null && <p className="loading">Loading…</p>}
      {conversations?.length === 0 && (
        <p className="empty muted" data-testid="empty-list">
          No conversations yet. When a visitor writes, it shows up here.
        </p>
      )}
      {conversations?.map((conversation) => (
        <Row
          key={conversation.id}
          conversation={conversation}
          open={conversation.id === openId}
          unread={state.unread[conversation.id] ?? 0}
          unsent={unsent}
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
  readonly unsent: UnsentState;
  readonly typing: boolean;
}

function Row({ conversation, open, unread, unsent, typing }: RowProps): ReactElement {
  const { id, lastMessage, lastMessageAt } = conversation;
  const isMarked = markOf(unsent, id) !== null;
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
      <StrangerText className="conversation-name" text={visitorName(conversation)} />
      <time className="conversation-time" title={fullTimeOf(lastMessageAt)}>
        {shortTimeOf(lastMessageAt)}
      </time>
      <span className="conversation-summary">
        {isMarked ? (
          <Unsent state={unsent} id={id} />
        ) : typing ? (
          <em>is typing…</em>
        ) : (
          <Summary conversation={conversation} />
        )}
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
}

const marks = { failed: "Not sent", sending: "Sending…", draft: "Draft" } as const;

/** What the agent has not sent stands before what was said last. */
function Unsent({ state, id }: { readonly state: UnsentState; readonly id: string }): ReactElement {
  const mark = markOf(state, id) ?? "draft";
  const marked = markedOf(state, id);
  return (
    <>
      <strong className="unsent-mark" data-mark={mark} data-testid="unsent-mark">
        {marks[mark]}
        {" · "}
      </strong>
      {marked !== null && draftInWords(marked)}
    </>
  );
}

function Waiting(): ReactElement {
  const label = "the visitor wrote last";
  return (
    <span className="waiting" role="img" aria-label={label} title={label} data-testid="waiting" />
  );
}

function Summary({ conversation }: { readonly conversation: ConversationView }): ReactElement {
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
          <StrangerText text={writer} />
          {": "}
        </span>
      )}
      <Preview message={lastMessage} />
    </>
  );
}
