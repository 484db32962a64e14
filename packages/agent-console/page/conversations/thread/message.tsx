import { isolatedText } from "@parley/core/text";
import { memo, type ReactElement, useContext } from "react";
import type { MessageView } from "../../../src/conversations/message-view.ts";
import { OwnNamesContext } from "../../accounts/own-name.ts";
import { InnerTabIndexContext } from "../../ui/inner-tab-index.ts";
import { UntrustedText } from "../../ui/untrusted-text.tsx";
import { exactTimeOf, fullTimeOf, timeOf } from "../../ui/words.ts";
import { DeliveryMark } from "./delivery-mark.tsx";
import { FailureNotice } from "./failure-notice.tsx";
import { Media } from "../media/media.tsx";
import { MessageText } from "./message-text.tsx";

export interface MessageProps {
  readonly message: MessageView;
  readonly conversationId: string;
  /** Name of the visitor. */
  readonly visitor: string;
  readonly startsGroup: boolean;
  readonly endsGroup: boolean;
  readonly hasMark: boolean;
  /** Whether the focus is in it. */
  readonly active: boolean;
  /** Whether it was looked for. */
  readonly found: boolean;
  /** Matters only while the message waits. */
  readonly now: number;
}

/** Ruling 18: after this time an undelivered message is shown as waiting. */
const waitingAfterMs = 9_000;

export const Message = memo(function Message(props: MessageProps): ReactElement {
  const { message, conversationId, visitor, startsGroup, endsGroup, hasMark, active, now } = props;
  const { id, direction, state, at, text, failure, author } = message;
  const ownNames = useContext(OwnNamesContext);
  const isOther = author !== undefined && !ownNames.includes(author);
  const name = direction === "inbound" ? visitor : isOther ? author : null;
  const writer = name === null ? "You" : isolatedText(name);
  return (
    <InnerTabIndexContext value={active ? 0 : -1}>
      <article
        className="message"
        tabIndex={-1}
        aria-label={`${writer}, ${fullTimeOf(at)}`}
        aria-current={props.found ? "true" : undefined}
        data-testid="message"
        data-id={id}
        data-direction={direction}
        data-type={message.type}
        data-state={state}
        data-follows={!startsGroup}
      >
        <div className="bubble-line">
          <div className="bubble">
            {message.type !== "text" && <Media message={message} />}
            {text !== undefined && text !== "" && <MessageText text={text} />}
          </div>
          <time className="message-time" title={fullTimeOf(at)}>
            {exactTimeOf(at)}
          </time>
        </div>
        {(endsGroup || hasMark) && (
          <footer className="message-foot">
            {endsGroup && isOther && <UntrustedText text={author} testId="message-author" />}
            {endsGroup && <time title={fullTimeOf(at)}>{timeOf(at)}</time>}
            {hasMark && <DeliveryMark state={state} overdue={now - at >= waitingAfterMs} />}
          </footer>
        )}
        {state === "failed" && failure !== undefined && (
          <FailureNotice conversationId={conversationId} message={message} failure={failure} />
        )}
      </article>
    </InnerTabIndexContext>
  );
});
