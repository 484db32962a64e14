import type { ReactElement } from "react";
import { isUnsettled } from "./send-retries.ts";
import { useUnsent, useUnsentState } from "./unsent-context.ts";
import { type ComposerDraft, draftInWords, type UnsentMessage } from "./unsent-state.ts";

/** So long the gateway knows a key again, with an hour to spare. */
const knownMs = 23 * 60 * 60_000;

/** Messages of a conversation that the gateway has not confirmed, below those that it has. */
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
  return (
    <article className="message" data-direction="outbound" data-testid="unsent" data-state={state}>
      <div className="bubble">
        <p className="message-text" dir="auto" data-testid="unsent-text">
          {draftInWords(draft)}
        </p>
      </div>
      {state === "failed" ? (
        <Failed message={message} />
      ) : (
        <footer className="message-foot">
          <span>{state === "sending" ? "Sending…" : "Waits for the message above"}</span>
        </footer>
      )}
    </article>
  );
}

function Failed({ message }: { readonly message: UnsentMessage }): ReactElement {
  const { store, queue } = useUnsent();
  const { conversationId, reason, doubtful, key } = message;
  const isWriting = useUnsentState(({ drafts }) => drafts.has(conversationId));

  const edit = (): void => {
    store.setDraft(conversationId, draftOf(message));
    queue.discard(message);
  };

  return (
    <div className="failure" role="alert" data-testid="unsent-failure">
      <p data-testid="unsent-reason">
        <strong>Not sent:</strong> {reason}
      </p>
      {doubtful && (
        <p className="muted" data-testid="unsent-doubt">
          It may have arrived all the same{wayOn(message)}
        </p>
      )}
      <p className="unsent-buttons">
        <button onClick={() => queue.retry(key)} data-testid="unsent-retry">
          Try again
        </button>
        <button
          disabled={isWriting}
          title={isWriting ? "Send or clear first what you are writing." : undefined}
          onClick={edit}
          data-testid="unsent-edit"
        >
          Edit
        </button>
        <button
          className="quiet"
          onClick={() => queue.discard(message)}
          data-testid="unsent-discard"
        >
          Discard
        </button>
      </p>
    </div>
  );
}

function wayOn(message: UnsentMessage): string {
  const now = Date.now();
  if (isUnsettled(message, now))
    return "; the page tries again by itself, which does not double it.";
  return now - message.at < knownMs
    ? "; to try again does not double it."
    : ": look above before you try again.";
}

/** The same draft again: sent unchanged it is the same message, changed it is another one. */
function draftOf({ draftId: id, draft }: UnsentMessage): ComposerDraft {
  const { type, text = "", ...rest } = draft;
  if (type === "text") return { id, text: String(text), media: null };
  const fields = Object.entries({ ...rest, text }).map(([name, value]) => [name, String(value)]);
  return { id, text: "", media: { type, fields: Object.fromEntries(fields) } };
}
