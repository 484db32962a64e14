import { type ReactElement, useContext } from "react";
import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import { OwnNamesContext } from "../../accounts/own-name.ts";
import type { Draft } from "../../api/api.ts";
import { UntrustedText } from "../../ui/untrusted-text.tsx";
import { useUnsentState } from "../../unsent/unsent-context.ts";
import { draftInWords, markedOf, markOf } from "../../unsent/unsent-state.ts";
import { Preview } from "./preview.tsx";

const marks = { failed: "Not sent", sending: "Sending…", draft: "Draft" } as const;

export interface RowSummaryProps {
  readonly conversation: ConversationView;
  readonly isTyping: boolean;
  readonly writer: string | null;
}

/** Shows unsent text instead of the latest message, unless the visitor has written since. */
export function RowSummary({ conversation, isTyping, writer }: RowSummaryProps): ReactElement {
  const { id } = conversation;
  const mark = useUnsentState((state) => markOf(state, id));
  const words = useUnsentState((state) => wordsOf(markedOf(state, id)));
  const draftAt = useUnsentState(({ drafts }) => drafts.get(id)?.at ?? 0);
  const isOlder = mark === "draft" && (isTyping || hasWrittenSince(draftAt, conversation));
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
      ) : isTyping ? (
        <em>is typing…</em>
      ) : writer !== null ? (
        <em className="row-writer">
          <UntrustedText text={writer} />
          {" is writing…"}
        </em>
      ) : (
        <LastMessage conversation={conversation} />
      )}
    </>
  );
}

function wordsOf(draft: Draft | null): string {
  return draft === null ? "" : draftInWords(draft);
}

function hasWrittenSince(at: number, { lastMessage }: ConversationView): boolean {
  return lastMessage?.direction === "inbound" && lastMessage.at > at;
}

function LastMessage({ conversation }: Pick<RowSummaryProps, "conversation">): ReactElement {
  const { lastMessage, channelId } = conversation;
  const ownNames = useContext(OwnNamesContext);
  if (lastMessage === undefined) return <UntrustedText text={channelId} />;
  const { author } = lastMessage;
  const writer = author === undefined || ownNames.includes(author) ? "You" : author;
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
