import { type ReactElement, useContext } from "react";
import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import { OwnNamesContext } from "../../accounts/own-name.ts";
import type { Draft } from "../../api/api.ts";
import { summaryInWords } from "../../ui/words.ts";
import { UntrustedText } from "../../ui/untrusted-text.tsx";
import { useUnsentState } from "../../unsent/unsent-context.ts";
import { markedOf, markOf } from "../../unsent/unsent-state.ts";
import { Preview } from "./preview.tsx";

const marks = { failed: "Not sent", sending: "Sending…", draft: "Draft" } as const;

export interface RowSummaryProps {
  readonly conversation: ConversationView;
  readonly isTyping: boolean;
  readonly writer: string | null;
}

/**
 * Shows unsent text instead of the latest message. The latest message shows when the visitor has written since, or when
 * it was not delivered; then a mark behind it tells of the draft.
 */
export function RowSummary({ conversation, isTyping, writer }: RowSummaryProps): ReactElement {
  const { id } = conversation;
  const mark = useUnsentState((state) => markOf(state, id));
  const words = useUnsentState((state) => wordsOf(markedOf(state, id)));
  const draftAt = useUnsentState(({ drafts }) => drafts.get(id)?.at ?? 0);
  const isBehind = isTyping || isNews(draftAt, conversation);
  const isShown = mark !== null && (mark !== "draft" || !isBehind);
  if (isShown)
    return (
      <>
        <UnsentMark mark={mark} />
        <span>{" · "}</span>
        <UntrustedText className="preview" text={words} />
      </>
    );
  return (
    <>
      {isTyping ? (
        <em>is typing…</em>
      ) : writer !== null ? (
        <em className="row-writer">
          <UntrustedText text={writer} />
          {" is writing…"}
        </em>
      ) : (
        <LastMessage conversation={conversation} />
      )}
      {mark !== null && (
        <>
          <span>{" · "}</span>
          <UnsentMark mark={mark} />
        </>
      )}
    </>
  );
}

function UnsentMark({ mark }: { readonly mark: keyof typeof marks }): ReactElement {
  return (
    <strong className="unsent-mark" data-mark={mark} data-testid="unsent-mark">
      {marks[mark]}
    </strong>
  );
}

function wordsOf(draft: Draft | null): string {
  return draft === null ? "" : summaryInWords(draft);
}

/** Whether the latest message matters more than a draft from this instant. */
function isNews(draftAt: number, { lastMessage }: ConversationView): boolean {
  if (lastMessage === undefined) return false;
  if (lastMessage.direction === "outbound") return lastMessage.state === "failed";
  return lastMessage.at > draftAt;
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
