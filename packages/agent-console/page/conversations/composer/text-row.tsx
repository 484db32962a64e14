import { type KeyboardEvent, type ReactElement, useContext, useRef, useState } from "react";
import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import { OwnNameContext } from "../../accounts/own-name.ts";
import { ComposerTools } from "./composer-tools.tsx";
import { LengthCounter } from "./length-counter.tsx";
import { messagesIn, partLimit } from "./messages-in.ts";
import { useReplyMenu } from "./replies/use-reply-menu.tsx";
import { codePointsOf, textLimit } from "./split-text.ts";
import { useTyping } from "./use-typing.ts";

export interface TextRowProps {
  readonly conversationId: string;
  readonly conversation: ConversationView | null;
  readonly text: string;
  readonly takesFocus: boolean;
  readonly onText: (text: string) => void;
  readonly onSend: (texts: readonly string[]) => void;
  readonly onMedia: () => void;
}

const countId = "composer-count";

/** The text field with its tools, and the button that sends. */
export function TextRow(props: TextRowProps): ReactElement {
  const { conversationId, conversation, text, onText, onSend, onMedia } = props;
  const typing = useTyping(conversationId);
  const field = useRef<HTMLTextAreaElement>(null);
  const sendButton = useRef<HTMLButtonElement>(null);
  const [caret, setCaret] = useState<number | null>(null);
  const values = {
    "visitor.name": conversation?.visitor.name ?? "",
    "agent.name": useContext(OwnNameContext),
    channel: conversation?.channelId ?? "",
  };
  const replies = useReplyMenu({ field, text, caret, values });
  const length = codePointsOf(text);
  const isOver = length > textLimit;
  const parts = messagesIn(text);
  const canSend = parts.length > 0 && parts.length <= partLimit;

  const noteCaret = ({ selectionStart, selectionEnd }: HTMLTextAreaElement): void =>
    setCaret(selectionStart === selectionEnd ? selectionStart : null);

  const send = (): void => {
    if (!canSend) return;
    typing.stop();
    onSend(parts);
    field.current?.focus();
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (replies.onKeyDown(event)) return;
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // Several messages are sent with a second press, on the button that says so.
    if (isOver) sendButton.current?.focus();
    else send();
  };

  return (
    <>
      <div className="composer-row" data-over={isOver}>
        {replies.menu}
        <textarea
          ref={field}
          value={text}
          rows={1}
          placeholder="Write a reply"
          aria-label="Reply"
          aria-describedby={countId}
          {...replies.fieldProps}
          enterKeyHint="send"
          dir="auto"
          autoFocus={props.takesFocus && window.matchMedia("(pointer: fine)").matches}
          onChange={(event) => {
            onText(event.target.value);
            noteCaret(event.target);
            typing.wrote(event.target.value !== "");
          }}
          onSelect={(event) => noteCaret(event.currentTarget)}
          onKeyDown={onKeyDown}
          onBlur={() => {
            typing.stop();
            setCaret(null);
          }}
          data-testid="composer-text"
        />
        <ComposerTools field={field} onMedia={onMedia} />
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
      <LengthCounter id={countId} length={length} parts={parts.length} />
    </>
  );
}
