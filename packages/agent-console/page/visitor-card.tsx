import type { ReactElement, ReactNode } from "react";
import type { ConversationView } from "../src/conversation-view.ts";
import { Avatar } from "./avatar.tsx";
import { SafeLink } from "./safe-link.tsx";
import { visitorName } from "./words.ts";

export interface VisitorCardProps {
  readonly conversation: ConversationView;
  readonly onClose: () => void;
}

/** What is known of the visitor (§2.1); all of it is the visitor's own text. */
export function VisitorCard({ conversation, onClose }: VisitorCardProps): ReactElement {
  const { visitor, channelId } = conversation;
  return (
    <aside className="visitor-card" aria-label="Visitor" data-testid="visitor-card">
      <button className="quiet card-close" onClick={onClose} data-testid="card-close">
        Close
      </button>
      <Avatar conversation={conversation} />
      <h2 data-testid="visitor-name">{visitorName(conversation)}</h2>
      {visitor.invite !== undefined && (
        <blockquote className="invite">
          <span className="muted">Replies to the invitation</span>
          <p data-testid="visitor-invite">{visitor.invite}</p>
        </blockquote>
      )}
      <dl>
        <Fact label="Phone" value={visitor.phone} testId="visitor-phone" />
        <Fact label="Email" value={visitor.email} testId="visitor-email" />
        <Fact
          label="Page"
          value={visitor.url && <SafeLink href={visitor.url}>{visitor.url}</SafeLink>}
          testId="visitor-page"
        />
        <Fact label="Visitor id" value={visitor.id} testId="visitor-id" />
        <Fact label="Channel" value={channelId} testId="channel-id" />
      </dl>
    </aside>
  );
}

interface FactProps {
  readonly label: string;
  readonly value: ReactNode;
  readonly testId: string;
}

function Fact({ label, value, testId }: FactProps): ReactElement | null {
  if (value === undefined || value === "") return null;
  return (
    <>
      <dt>{label}</dt>
      <dd data-testid={testId}>{value}</dd>
    </>
  );
}
