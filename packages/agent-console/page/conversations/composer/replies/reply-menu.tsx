import type { ReactElement } from "react";
import type { CannedReply } from "../../../replies/reply-api.ts";
import { UntrustedText } from "../../../ui/untrusted-text.tsx";
import type { OptionList } from "../../../ui/use-option-list.ts";

export interface ReplyMenuProps {
  readonly replies: readonly CannedReply[];
  readonly list: OptionList;
  readonly onChoose: (index: number) => void;
}

/** Canned replies above the text field, the active one marked. */
export function ReplyMenu({ replies, list, onChoose }: ReplyMenuProps): ReactElement {
  return (
    <div
      className="composer-popup reply-menu"
      // Otherwise the press takes the focus from the text field, which closes the menu before the click.
      onMouseDown={(event) => event.preventDefault()}
      data-testid="reply-menu"
    >
      {replies.length > 0 && (
        <div className="options" role="listbox" id={list.listId} aria-label="Canned replies">
          {replies.map(({ id, shortcut, text, shared }, index) => (
            <div
              className="option reply-option"
              key={id}
              {...list.option(index)}
              // Before the click moves the focus out of the text field.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(index)}
              data-testid="reply-option"
            >
              <strong>
                /<UntrustedText text={shortcut} />
              </strong>
              <UntrustedText className="reply-preview" text={text.slice(0, 200)} />
              {!shared && <span className="muted">Mine</span>}
            </div>
          ))}
        </div>
      )}
      <p className="popup-foot muted">
        {replies.length === 0 ? "No canned replies yet." : "↑ ↓ to choose, Enter to insert"}
        <a href="#/replies" tabIndex={-1}>
          {replies.length === 0 ? "Add one" : "Manage"}
        </a>
      </p>
    </div>
  );
}
