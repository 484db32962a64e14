import { memo, type ReactElement, useContext } from "react";
import type { MessageView } from "../../src/conversations/message-view.ts";
import { FailureNotice } from "./failure-notice.tsx";
import { Media } from "./media.tsx";
import { OwnNameContext } from "../accounts/own-name.ts";
import { UntrustedText } from "../ui/untrusted-text.tsx";
import { fullTimeOf, timeOf } from "../ui/words.ts";

export interface MessageProps {
  readonly message: MessageView;
  readonly conversationId: string;
  /** Whether it belongs to the same group as the previous message. */
  readonly follows: boolean;
  readonly now: number;
}

/** Ruling 18: after this time an undelivered message is shown as waiting. */
const waitingAfterMs = 9_000;

export const Message = memo(function Message(props: MessageProps): ReactElement {
  const { message, conversationId, follows, now } = props;
  const { id, direction, state, at, text, failure, author } = message;
  const ownName = useContext(OwnNameContext);
  return (
    <article
      className="message"
      data-testid="message"
      data-id={id}
      data-direction={direction}
      data-state={state}
      data-follows={follows}
    >
      <div className="bubble">
        {message.type !== "text" && <Media message={message} />}
        {text !== undefined && text !== "" && (
          <p className="message-text" dir="auto" data-testid="message-text">
            {text}
          </p>
        )}
      </div>
      <footer className="message-foot">
        {author !== undefined && author !== ownName && (
          <UntrustedText text={author} testId="message-author" />
        )}
        <time title={fullTimeOf(at)}>{timeOf(at)}</time>
        {direction === "outbound" && (
          <Progress state={state} overdue={now - at >= waitingAfterMs} />
        )}
      </footer>
      {state === "failed" && failure !== undefined && (
        <FailureNotice conversationId={conversationId} message={message} failure={failure} />
      )}
    </article>
  );
});

interface ProgressProps {
  readonly state: MessageView["state"];
  readonly overdue: boolean;
}

function Progress({ state, overdue }: ProgressProps): ReactElement | null {
  if (state === "delivered") return <span data-testid="delivered-mark">Delivered</span>;
  if (state === "failed") return null;
  if (!overdue) return <span>Sending…</span>;
  return (
    <span
      className="waiting"
      data-testid="waiting-badge"
      title="It is sent as soon as the messages before it are delivered or have failed."
    >
      Waiting
    </span>
  );
}
