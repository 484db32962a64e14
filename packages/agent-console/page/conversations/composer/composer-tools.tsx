import { MessageSquareQuote, Paperclip, Smile } from "lucide-react";
import { type ReactElement, type RefObject, useRef, useState } from "react";
import { EmojiPicker } from "./emoji/emoji-picker.tsx";
import { insertText } from "./insert-text.ts";

export interface ComposerToolsProps {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly onMedia: () => void;
}

/** Buttons that put something into the text, or open the form for files. */
export function ComposerTools({ field, onMedia }: ComposerToolsProps): ReactElement {
  const [isPicking, setPicking] = useState(false);
  const emojiButton = useRef<HTMLButtonElement>(null);

  const insert = (text: string): void => {
    const { current } = field;
    if (current === null) return;
    insertText(current, text, { from: current.selectionStart, to: current.selectionEnd });
  };
  const beginReply = (): void => {
    const before = field.current?.value.charAt((field.current.selectionStart || 0) - 1) ?? "";
    insert(before === "" || /\s/.test(before) ? "/" : " /");
  };
  const choose = (emoji: string): void => {
    setPicking(false);
    insert(emoji);
  };

  return (
    <div className="tools">
      {isPicking && (
        <EmojiPicker
          onChoose={choose}
          onClose={(refocus) => {
            setPicking(false);
            if (refocus) emojiButton.current?.focus();
          }}
        />
      )}
      <Tool label="Insert a canned reply" onClick={beginReply} testId="reply-open">
        <MessageSquareQuote size={20} aria-hidden="true" />
      </Tool>
      <button
        type="button"
        className="quiet tool"
        ref={emojiButton}
        aria-label="Insert an emoji"
        title="Insert an emoji"
        aria-expanded={isPicking}
        // The picker closes when it loses the focus; this press must not open it again.
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => setPicking(!isPicking)}
        data-testid="emoji-open"
      >
        <Smile size={20} aria-hidden="true" />
      </button>
      <Tool label="Send a file by its address" onClick={onMedia} testId="media-open">
        <Paperclip size={20} aria-hidden="true" />
      </Tool>
    </div>
  );
}

interface ToolProps {
  readonly label: string;
  readonly onClick: () => void;
  readonly testId: string;
  readonly children: ReactElement;
}

function Tool({ label, onClick, testId, children }: ToolProps): ReactElement {
  return (
    <button
      type="button"
      className="quiet tool"
      aria-label={label}
      title={label}
      onClick={onClick}
      data-testid={testId}
    >
      {children}
    </button>
  );
}
