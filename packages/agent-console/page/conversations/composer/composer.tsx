import { type KeyboardEvent, type ReactElement, useRef } from "react";
import { Paperclip } from "lucide-react";
import { LengthCounter } from "./length-counter.tsx";
import { MediaForm } from "./media/media-form.tsx";
import { messagesIn, partLimit } from "./messages-in.ts";
import { newMedia } from "./media/media-address.ts";
import { codePointsOf, textLimit } from "./split-text.ts";
import { useUnsentState } from "../../unsent/unsent-context.ts";
import { useComposerDraft } from "../../unsent/use-composer-draft.ts";
import { useTyping } from "./use-typing.ts";

/** The text field. A sent message appears in the thread as unsent until the gateway confirms it. */
export function Composer({ conversationId }: { readonly conversationId: string }): ReactElement {
  const draft = useComposerDraft(conversationId);
  const { text, media } = draft;
  const notice = useUnsentState(({ notices }) => notices.get(conversationId));
  const typing = useTyping(conversationId);
  const sendButton = useRef<HTMLButtonElement>(null);
  const length = codePointsOf(text);
  const isOver = length > textLimit;
  const parts = messagesIn(text);
  const canSend = parts.length > 0 && parts.length <= partLimit;

  const send = (): void => {
    if (!canSend) return;
    typing.stop();
    draft.sendTexts(parts);
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // Several messages are sent with a second press, on the button that says so.
    if (isOver) sendButton.current?.focus();
    else send();
  };

  return (
    <footer className="composer">
      {notice !== undefined && (
        <p className="warning" role="status" data-testid="composer-notice">
          {notice}
        </p>
      )}
      {media !== null ? (
        <MediaForm
          media={media}
          onChange={draft.writeMedia}
          onSend={draft.sendMedia}
          onClose={() => draft.writeMedia(null)}
        />
      ) : (
        <div className="composer-row" data-over={isOver}>
          <textarea
            value={text}
            rows={1}
            placeholder="Write a reply"
            aria-label="Reply"
            aria-describedby={countId}
            enterKeyHint="send"
            dir="auto"
            autoFocus={window.matchMedia("(pointer: fine)").matches}
            onChange={(event) => {
              draft.writeText(event.target.value);
              typing.wrote(event.target.value !== "");
            }}
            onKeyDown={onKeyDown}
            onBlur={() => typing.stop()}
            data-testid="composer-text"
          />
          <button
            className="quiet tool"
            aria-label="Send a file by its address"
            title="Send a file by its address"
            onClick={() => draft.writeMedia(newMedia)}
            data-testid="media-open"
          >
            <Paperclip size={20} aria-hidden="true" />
          </button>
          <button
            className="primary send"
            ref={sendButton}
            disabled={!canSend}
            onClick={send}
            data-testid="composer-send"
          >
            {isOver && canSend ? `Send as ${parts.length} messages` : "Send"}
          </button>
        </div>
      )}
      {media === null && <LengthCounter id={countId} length={length} parts={parts.length} />}
    </footer>
  );
}

const countId = "composer-count";
