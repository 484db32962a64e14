import type { ReactElement } from "react";
import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import type { MessageView } from "../../../src/conversations/message-view.ts";
import { UntrustedText } from "../../ui/untrusted-text.tsx";
import { useNow } from "../../ui/use-now.ts";
import { visitorName } from "../../ui/words.ts";
import { useTypingIn, useWriterIn } from "../data/use-inbox-queries.ts";
import { AnsweredByContext } from "../owners/answered-by.ts";
import { Answering } from "../owners/answering.tsx";
import { isTyping, type ThreadState } from "../inbox-state.ts";
import { useMessageLoaded } from "../data/use-message-loaded.ts";
import { MessageList } from "./message-list.tsx";
import { ThreadAnnouncer } from "./thread-announcer.tsx";

export interface ThreadProps {
  readonly conversationId: string;
  /** `null` while loading. */
  readonly conversation: ConversationView | null;
  readonly thread: ThreadState | null;
  /** Id of the first message that the agent had not read when the thread was opened; `null` when there is none. */
  readonly unreadFrom: string | null;
  /** Id of the message at which it opens; `null`: at its end. */
  readonly messageId: string | null;
  /** Address of the list that the conversation was opened from. */
  readonly backAddress: string;
  readonly onOlder: () => Promise<void>;
  readonly onCard: () => void;
}

const noMessages: readonly MessageView[] = [];

/** An open conversation: its messages, and the composer. */
export function Thread(props: ThreadProps): ReactElement {
  const { conversationId, conversation, thread } = props;
  const typingSince = useTypingIn(conversationId);
  const writer = useWriterIn(conversationId);
  const messages = thread?.messages ?? noMessages;
  const isWaiting = messages.some(
    ({ state, direction }) => direction === "outbound" && state === "waiting",
  );
  const now = useNow(isWaiting || typingSince !== null || writer !== null);
  useMessageLoaded(conversationId, props.messageId, thread !== null);
  const name = conversation === null ? "" : visitorName(conversation);
  const answeredBy = conversation?.answeredBy ?? null;
  const writerName = writer !== null && isTyping(writer.since, now) ? writer.name : null;

  return (
    <AnsweredByContext value={answeredBy}>
      <main className="thread" data-testid="thread" data-id={conversationId}>
        <header className="thread-head">
          <a
            className="back quiet"
            href={props.backAddress}
            aria-label="Back to the conversations"
            data-testid="back"
          >
            ‹
          </a>
          <h1 data-testid="thread-name">
            {conversation === null ? (
              <span className="only-read">Loading…</span>
            ) : (
              <UntrustedText text={name} />
            )}
          </h1>
          <button className="quiet card-open" onClick={props.onCard} data-testid="card-open">
            Details
          </button>
        </header>
        <MessageList
          conversationId={conversationId}
          thread={thread}
          visitor={name}
          unreadFrom={props.unreadFrom}
          messageId={props.messageId}
          typing={isTyping(typingSince, now)}
          now={now}
          onOlder={props.onOlder}
        />
        {writerName !== null && (
          <p className="writer" data-testid="writer">
            <UntrustedText text={writerName} /> is writing an answer…
          </p>
        )}
        <ThreadAnnouncer
          messages={messages}
          visitor={name}
          writer={writerName}
          answeredBy={conversation === null ? undefined : answeredBy}
        />
        <Answering conversationId={conversationId} conversation={conversation} />
      </main>
    </AnsweredByContext>
  );
}
