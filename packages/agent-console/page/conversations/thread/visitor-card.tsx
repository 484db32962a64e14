import type { ReactElement } from "react";
import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import { addressOf } from "../../route.ts";
import { SafeLink } from "../../ui/safe-link.tsx";
import { UntrustedLines, UntrustedText } from "../../ui/untrusted-text.tsx";
import { dayTimeOf, fullTimeOf, visitorName } from "../../ui/words.ts";
import { messagesId } from "./message-list.tsx";
import { useFirstSeen } from "./use-first-seen.ts";
import { VisitorPhoto } from "./visitor-photo.tsx";

export interface VisitorCardProps {
  readonly conversation: ConversationView;
  /** Whether the agent may erase visitors. */
  readonly canErase: boolean;
  readonly onClose: () => void;
}

/** The visitor's profile (§2.1). All of it is untrusted text. */
export function VisitorCard({ conversation, canErase, onClose }: VisitorCardProps): ReactElement {
  const { visitor, channelId, lastMessageAt } = conversation;
  const firstSeen = useFirstSeen(conversation);
  const showEarlier = (): void => {
    onClose();
    const messages = document.getElementById(messagesId);
    messages?.focus();
    messages?.scrollTo({ top: 0 });
  };
  return (
    <aside className="visitor-card" aria-label="Visitor" data-testid="visitor-card">
      <button className="quiet card-close" onClick={onClose} data-testid="card-close">
        Close
      </button>
      <VisitorPhoto conversation={conversation} />
      <h2 data-testid="visitor-name">
        <UntrustedText text={visitorName(conversation)} />
      </h2>
      {visitor.invite !== undefined && (
        <blockquote className="invite">
          <span className="muted">Replies to the invitation</span>
          <p dir="auto" data-testid="visitor-invite">
            <UntrustedLines text={visitor.invite} />
          </p>
        </blockquote>
      )}
      <dl>
        <Fact label="Phone" value={visitor.phone} testId="visitor-phone" />
        <Fact label="Email" value={visitor.email} testId="visitor-email" />
        <Fact label="Page" value={visitor.url} testId="visitor-page" link />
        <Fact label="Channel" value={channelId} testId="channel-id" />
        <Fact label="Visitor id" value={visitor.id} testId="visitor-id" />
        <Time label="First message" at={firstSeen} testId="visitor-first-seen" />
        <Time label="Latest message" at={lastMessageAt} testId="visitor-last-seen" />
      </dl>
      <button onClick={showEarlier} data-testid="card-earlier">
        Go to earlier messages
      </button>
      {canErase && (
        <p className="card-erase">
          <a href={addressOf("erase", conversation.id)} data-testid="card-erase">
            Erase this visitor…
          </a>
        </p>
      )}
    </aside>
  );
}

interface FactProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly testId: string;
  readonly link?: true;
}

function Fact({ label, value, testId, link }: FactProps): ReactElement | null {
  if (value === undefined || value === "") return null;
  const text = <UntrustedText text={value} />;
  return (
    <>
      <dt>{label}</dt>
      <dd data-testid={testId}>{link ? <SafeLink href={value}>{text}</SafeLink> : text}</dd>
    </>
  );
}

interface TimeProps {
  readonly label: string;
  /** Epoch milliseconds; `null` while unknown. */
  readonly at: number | null;
  readonly testId: string;
}

function Time({ label, at, testId }: TimeProps): ReactElement | null {
  if (at === null) return null;
  return (
    <>
      <dt>{label}</dt>
      <dd data-testid={testId}>
        <time title={fullTimeOf(at)}>{dayTimeOf(at)}</time>
      </dd>
    </>
  );
}
