import { type KeyboardEvent, type ReactElement, useState } from "react";
import { MediaForm } from "./media-form.tsx";
import { useSender } from "./use-sender.ts";
import { useTyping } from "./use-typing.ts";

/** §2.4: what is longer is cut. */
const textLimit = 1_000;
const showCountFrom = 900;

/** Where the agent writes. What could not be sent stays here. */
export function Composer({ conversationId }: { readonly conversationId: string }): ReactElement {
  const [text, setText] = useState("");
  const [media, setMedia] = useState(false);
  const { busy, notice, send } = useSender(conversationId);
  const typing = useTyping(conversationId);
  const length = [...text].length;

  const submit = async (): Promise<void> => {
    if (text.trim() === "") return;
    typing.stop();
    if (await send({ type: "text", text })) setText("");
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void submit();
  };

  return (
    <footer className="composer">
      {notice !== null && (
        <p className={notice.kind} role="status" data-testid="composer-notice">
          {notice.text}
        </p>
      )}
      {media ? (
        <MediaForm
          busy={busy}
          onSend={async (draft) => {
            if (await send(draft)) setMedia(false);
          }}
          onClose={() => setMedia(false)}
        />
      ) : (
        <div className="composer-row">
          <button
            className="quiet attach"
            aria-label="Send a file by its address"
            title="Send a file by its address"
            onClick={() => setMedia(true)}
            data-testid="media-open"
          >
            +
          </button>
          <textarea
            value={text}
            rows={1}
            readOnly={busy}
            placeholder="Write a reply"
            aria-label="Reply"
            enterKeyHint="send"
            dir="auto"
            autoFocus={window.matchMedia("(pointer: fine)").matches}
            onChange={(event) => {
              setText(event.target.value);
              typing.wrote(event.target.value !== "");
            }}
            onKeyDown={onKeyDown}
            onBlur={() => typing.stop()}
            data-testid="composer-text"
          />
          <button
            className="primary"
            disabled={busy || text.trim() === ""}
            onClick={() => void submit()}
            data-testid="composer-send"
          >
            Send
          </button>
        </div>
      )}
      {!media && length >= showCountFrom && (
        <p className={length > textLimit ? "warning" : "muted"} data-testid="composer-count">
          {length > textLimit
            ? `${length - textLimit} characters over the limit of ${textLimit}`
            : `${textLimit - length} characters left`}
        </p>
      )}
    </footer>
  );
}
