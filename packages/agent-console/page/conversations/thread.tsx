import { Fragment, type ReactElement, useEffect, useLayoutEffect, useRef, useState } from "react";
import type { ConversationView } from "../../src/conversations/conversation-view.ts";
import type { MessageView } from "../../src/conversations/message-view.ts";
import { Composer } from "./composer/composer.tsx";
import { isTyping, type ThreadState, type Writer } from "./inbox-state.ts";
import { Message } from "./message.tsx";
import { UntrustedText } from "../ui/untrusted-text.tsx";
import { UnsentMessages } from "../unsent/unsent-messages.tsx";
import { useNow } from "../ui/use-now.ts";
import { dayOf, visitorName } from "../ui/words.ts";

export interface ThreadProps {
  readonly conversationId: string;
  /** `null` while loading. */
  readonly conversation: ConversationView | null;
  readonly thread: ThreadState | null;
  /** When the visitor started typing; `null` when they are not typing. */
  readonly typingSince: number | null;
  /** Another agent who is writing an answer; `null` when there is none. */
  readonly writer: Writer | null;
  readonly onOlder: () => Promise<void>;
  readonly onCard: () => void;
}

/** Consecutive messages of one side within this time form a group. */
const groupMs = 3 * 60_000;

export function Thread(props: ThreadProps): ReactElement {
  const { conversationId, conversation, thread, typingSince } = props;
  const messages = thread?.messages ?? [];
  const waiting = messages.some(
    ({ state, direction }) => direction === "outbound" && state === "waiting",
  );
  const { writer } = props;
  const now = useNow(waiting || typingSince !== null || writer !== null);
  const typing = isTyping(typingSince, now);
  const name = conversation === null ? "" : visitorName(conversation);

  return (
    <main className="thread" data-testid="thread" data-id={conversationId}>
      <header className="thread-head">
        <a
          className="back quiet"
          href="#/"
          aria-label="Back to the conversations"
          data-testid="back"
        >
          ‹
        </a>
        <h2 data-testid="thread-name">
          <UntrustedText text={name} />
        </h2>
        <button className="quiet card-open" onClick={props.onCard} data-testid="card-open">
          Details
        </button>
      </header>
      <Messages {...props} messages={messages} typing={typing} now={now} />
      {writer !== null && isTyping(writer.since, now) && (
        <p className="writer" role="status" data-testid="writer">
          <UntrustedText text={writer.name} /> is writing an answer…
        </p>
      )}
      <Composer conversationId={conversationId} conversation={conversation} />
    </main>
  );
}

interface MessagesProps extends ThreadProps {
  readonly messages: readonly MessageView[];
  readonly typing: boolean;
  readonly now: number;
}

function Messages(props: MessagesProps): ReactElement {
  const { thread, messages, typing, now, conversationId } = props;
  const [loading, setLoading] = useState(false);
  const box = useStickyScroll(messages, typing);

  const loadOlder = async (): Promise<void> => {
    setLoading(true);
    await props.onOlder();
    setLoading(false);
  };

  return (
    <div className="messages" ref={box} data-testid="messages" aria-live="polite">
      <div className="messages-inner">
        {thread === null && <p className="loading">Loading…</p>}
        {thread !== null && thread.next !== null && (
          <button
            className="older quiet"
            disabled={loading}
            onClick={() => void loadOlder()}
            data-testid="load-older"
          >
            {loading ? "Loading…" : "Earlier messages"}
          </button>
        )}
        {messages.map((message, index) => {
          const previous = messages[index - 1];
          const newDay = previous === undefined || dayOf(previous.at) !== dayOf(message.at);
          return (
            <Fragment key={message.id}>
              {newDay && <h3 className="day">{dayOf(message.at)}</h3>}
              <Message
                message={message}
                conversationId={conversationId}
                follows={!newDay && followsOn(previous, message)}
                now={now}
              />
            </Fragment>
          );
        })}
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
  );
}

function followsOn(previous: MessageView | undefined, message: MessageView): boolean {
  const isSame = previous?.direction === message.direction && previous.author === message.author;
  return isSame && message.at - previous.at < groupMs;
}

/** Follows the newest message while the agent is at the end. Keeps the position when earlier messages are added. */
function useStickyScroll(
  messages: readonly MessageView[],
  typing: boolean,
): (element: HTMLDivElement | null) => void {
  const box = useRef<HTMLDivElement | null>(null);
  const before = useRef({ first: "", height: 0, atEnd: true });
  const [element, setElement] = useState<HTMLDivElement | null>(null);

  useEffect(() => {
    if (element === null) return;
    const noteEnd = (): void => {
      const rest = element.scrollHeight - element.scrollTop - element.clientHeight;
      before.current.atEnd = rest < 60;
    };
    // Images, failure notices and on-screen keyboards change the height without a new message.
    const keepEnd = new ResizeObserver(() => {
      if (before.current.atEnd) element.scrollTop = element.scrollHeight;
    });
    element.addEventListener("scroll", noteEnd, { passive: true });
    keepEnd.observe(element);
    if (element.firstElementChild !== null) keepEnd.observe(element.firstElementChild);
    return () => {
      element.removeEventListener("scroll", noteEnd);
      keepEnd.disconnect();
    };
  }, [element]);

  const first = messages[0]?.id ?? "";
  const last = messages.at(-1)?.id ?? "";
  useLayoutEffect(() => {
    const current = box.current;
    if (current === null) return;
    if (before.current.atEnd) current.scrollTop = current.scrollHeight;
    else if (before.current.first !== first) {
      current.scrollTop += current.scrollHeight - before.current.height;
    }
    before.current = { ...before.current, first, height: current.scrollHeight };
  }, [first, last, typing]);

  return (next) => {
    box.current = next;
    if (next !== null && next !== element) setElement(next);
  };
}
