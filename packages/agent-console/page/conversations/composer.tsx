import type { KeyboardEvent, ReactElement } from "react";
import { MediaForm } from "./media-form.tsx";
import { OtherText } from "../unsent/other-text.tsx";
import { useUnsentState } from "../unsent/unsent-context.ts";
import { useComposerDraft } from "../unsent/use-composer-draft.ts";
import { useTyping } from "./use-typing.ts";

/** §2.4: a longer text is shortened. */
const textLimit = 1_000;
const showCountFrom = 900;

/** The text field. A sent message appears in the thread as unsent until the gateway confirms it. */
export function Composer({ conversationId }: { readonly conversationId: string }): ReactElement {
  const draft = useComposerDraft(conversationId);
  const { text, media } = draft;
  const notice = useUnsentState(({ notices }) => notices.get(conversationId));
  const typing = useTyping(conversationId);
  const length = [...text].length;

  const submit = (): void => {
    typing.stop();
    draft.sendText();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };

  return (
    <footer className="composer">
      <OtherText conversationId={conversationId} />
      {notice !== undefined && (
        <p className="warning" role="status" data-testid="composer-notice">
          {notice}
        </p>
      )}
      {media !== null ? (
        <MediaForm
          type={media.type}
          fields={media.fields}
          onChange={(type, fields) => draft.writeMedia({ type, fields })}
          onSend={draft.sendMedia}
          onClose={() => draft.writeMedia(null)}
        />
      ) : (
        <div className="composer-row">
          <button
            className="quiet attach"
            aria-label="Send a file by its address"
            title="Send a file by its address"
            onClick={() => draft.writeMedia({ type: "photo", fields: {} })}
            data-testid="media-open"
          >
            +
          </button>
          <textarea
            value={text}
            rows={1}
            placeholder="Write a reply"
            aria-label="Reply"
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
            className="primary"
            disabled={text.trim() === ""}
            onClick={submit}
            data-testid="composer-send"
          >
            Send
          </button>
        </div>
      )}
      {media === null && length >= showCountFrom && (
        <p className={length > textLimit ? "warning" : "muted"} data-testid="composer-count">
          {length > textLimit
            ? `${length - textLimit} characters over the limit of ${textLimit}`
            : `${textLimit - length} characters left`}
        </p>
      )}
    </footer>
  );
}
