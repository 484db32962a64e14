import { isolatedText } from "@parley/core/text";
import { memo, type ReactElement } from "react";
import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { UntrustedText } from "../../ui/untrusted-text.tsx";
import { fullTimeOf, shortTimeOf, visitorName } from "../../ui/words.ts";
import { OwnerMark } from "../owners/owner-mark.tsx";
import { RowSummary } from "./row-summary.tsx";
import { waitInWords } from "./waiting-time.ts";

export interface ConversationRowProps {
  readonly conversation: ConversationView;
  /** Address of the conversation. */
  readonly address: string;
  readonly index: number;
  readonly isOpen: boolean;
  /** Whether the tab key stops at this row. Arrow keys reach the others. */
  readonly isTabStop: boolean;
  readonly isTyping: boolean;
  /** Name of another agent who is writing. */
  readonly writer: string | null;
  /** How long the visitor has waited for an answer; `null` when nothing waits. */
  readonly waits: string | null;
  readonly hasChannel: boolean;
}

/** One conversation of the list. All of it that comes from the visitor is untrusted text. */
export const ConversationRow = memo(function ConversationRow(
  props: ConversationRowProps,
): ReactElement {
  const { conversation, isOpen, waits } = props;
  const { id, channelId, lastMessageAt, unread = 0 } = conversation;
  return (
    <a
      className="conversation"
      href={props.address}
      aria-current={isOpen ? "page" : undefined}
      tabIndex={props.isTabStop ? 0 : -1}
      data-index={props.index}
      data-unread={unread > 0}
      data-testid="conversation"
      data-id={id}
    >
      <Avatar conversation={conversation} />
      <span className="conversation-line">
        <UntrustedText className="conversation-name" text={visitorName(conversation)} />
        {props.hasChannel && (
          <span
            className="conversation-channel"
            title={`Channel ${isolatedText(channelId)}`}
            data-testid="channel"
          >
            <UntrustedText text={channelId} />
          </span>
        )}
        <OwnerMark conversation={conversation} />
        <time className="conversation-time" title={fullTimeOf(lastMessageAt)}>
          {shortTimeOf(lastMessageAt)}
        </time>
      </span>
      <span className="conversation-line">
        <span className="conversation-summary">
          <RowSummary conversation={conversation} isTyping={props.isTyping} writer={props.writer} />
        </span>
        {waits !== null && (
          <span className="waiting-time" title="Waits for an answer" data-testid="waiting">
            <span className="only-read">waits for an answer: </span>
            {waits}
          </span>
        )}
        {unread > 0 && (
          <span className="unread" data-testid="unread" aria-label={`${unread} unread`} role="img">
            {unread > 9 ? "9+" : unread}
          </span>
        )}
      </span>
    </a>
  );
});

/** The row's words for a conversation that waits for an answer. */
export function waitOf({ waitingSince }: ConversationView, now: number): string | null {
  return waitingSince === null || waitingSince === undefined
    ? null
    : waitInWords(waitingSince, now);
}
