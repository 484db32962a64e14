import { type ReactElement, useContext, useRef } from "react";
import { flushSync } from "react-dom";
import { AnsweredByContext } from "../conversations/owners/answered-by.ts";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { summaryInWords } from "../ui/words.ts";
import { focusContent } from "../ui/focus.ts";
import { isUnsettled } from "./send-retries.ts";
import { useUnsent, useUnsentState } from "./unsent-context.ts";
import { type ComposerDraft, type UnsentMessage } from "./unsent-state.ts";

/** How long the gateway recognises a repeated key, minus one hour. */
const knownMs = 23 * 60 * 60_000;

/** Unconfirmed messages of a conversation, below the confirmed ones. */
export function UnsentMessages({
  conversationId,
}: {
  readonly conversationId: string;
}): ReactElement {
  const messages = useUnsentState((state) => state.messages).filter(
    (message) => message.conversationId === conversationId,
  );
  return (
    <>
      {messages.map((message) => (
        <Unsent key={message.key} message={message} />
      ))}
    </>
  );
}

function Unsent({ message }: { readonly message: UnsentMessage }): ReactElement {
  const { draft, state } = message;
  const article = useRef<HTMLElement>(null);
  return (
    <article
      className="message"
      ref={article}
      tabIndex={-1}
      data-direction="outbound"
      data-testid="unsent"
      data-state={state}
    >
      <div className="bubble">
        <p className="message-text" dir="auto" data-testid="unsent-text">
          {summaryInWords(draft)}
        </p>
      </div>
      {state === "failed" ? (
        <Failed message={message} onRetried={() => article.current?.focus()} />
      ) : (
        <footer className="message-foot">
          <span>{state === "sending" ? "Sending…" : "Waits for the message above"}</span>
        </footer>
      )}
    </article>
  );
}

interface FailedProps {
  readonly message: UnsentMessage;
  /** Called before the buttons disappear. */
  readonly onRetried: () => void;
}

function Failed({ message, onRetried }: FailedProps): ReactElement {
  const { store, queue, drafts } = useUnsent();
  const { conversationId, reason, doubtful, key } = message;
  const answeredBy = useContext(AnsweredByContext);
  const isWriting = useUnsentState(({ drafts }) => drafts.has(conversationId));

  const edit = (): void => {
    flushSync(() => {
      store.setDraft(conversationId, draftOf(message));
      queue.discard(message);
    });
    drafts.wrote(conversationId);
    focusContent();
  };
  const retry = (): void => {
    onRetried();
    queue.retry(key);
  };

  return (
    <div className="failure" role="alert" data-testid="unsent-failure">
      <p data-testid="unsent-reason">
        <strong>Not sent:</strong> {reason}
      </p>
      {doubtful && (
        <p className="muted" data-testid="unsent-doubt">
          It may have arrived anyway{nextStepText(message)}
        </p>
      )}
      <p className="unsent-buttons">
        {answeredBy === null ? (
          <>
            <button onClick={retry} data-testid="unsent-retry">
              Try again
            </button>
            <button
              disabled={isWriting}
              aria-describedby={isWriting ? `${key}-writing` : undefined}
              onClick={edit}
              data-testid="unsent-edit"
            >
              Edit
            </button>
          </>
        ) : (
          <CopyButton value={summaryInWords(message.draft)} testId="unsent-copy" />
        )}
        <ConfirmButton
          label="Discard"
          question="Delete this text?"
          confirm="Yes, delete"
          busy={false}
          onConfirm={() => {
            focusContent();
            queue.discard(message);
            drafts.discarded(message);
          }}
          testId="unsent-discard"
        />
      </p>
      {isWriting && answeredBy === null && (
        <p className="muted" id={`${key}-writing`}>
          To edit it, send or clear first what you are writing.
        </p>
      )}
    </div>
  );
}

function nextStepText(message: UnsentMessage): string {
  const now = Date.now();
  if (isUnsettled(message, now))
    return "; the page tries again by itself. It will not be sent twice.";
  return now - message.at < knownMs
    ? "; if you try again, it will not be sent twice."
    : ": check above whether it was sent before you try again.";
}

/** Reopens the same draft. Sent unchanged it is the same message; changed it is another one. */
function draftOf({ draftId: id, draft }: UnsentMessage): ComposerDraft {
  const { type, text = "", ...rest } = draft;
  if (type === "text") return { id, text: String(text), media: null };
  const fields = Object.entries({ ...rest, text }).map(([name, value]) => [name, String(value)]);
  return { id, text: "", media: { type, fields: Object.fromEntries(fields) } };
}
