import { type FocusEvent, type ReactElement, useState } from "react";
import { useOptionList } from "../../../ui/use-option-list.ts";
import { emojiFor } from "./emoji-list.ts";

export interface EmojiPickerProps {
  readonly onChoose: (emoji: string) => void;
  /** `refocus`: whether the focus should go back to where it was. */
  readonly onClose: (refocus: boolean) => void;
}

/** As many as the style sheet puts into a row. */
const columns = 8;

/** A small list of common emoji, searchable by name. */
export function EmojiPicker({ onChoose, onClose }: EmojiPickerProps): ReactElement {
  const [query, setQuery] = useState("");
  const found = emojiFor(query);
  const list = useOptionList({
    count: found.length,
    columns,
    query,
    onChoose: (index) => onChoose(found[index]?.character ?? ""),
    onClose: () => onClose(true),
  });
  const closeOnLeave = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) onClose(false);
  };

  return (
    <div className="composer-popup emoji-picker" onBlur={closeOnLeave} data-testid="emoji-picker">
      <input
        value={query}
        autoFocus
        role="combobox"
        placeholder="Search emoji"
        aria-label="Search emoji"
        aria-expanded="true"
        aria-controls={found.length > 0 ? list.listId : undefined}
        aria-activedescendant={found.length > 0 ? list.optionId(list.active) : undefined}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={list.onKeyDown}
        data-testid="emoji-search"
      />
      {found.length > 0 && (
        <div className="options emoji-grid" role="listbox" id={list.listId} aria-label="Emoji">
          {found.map(({ character, name }, index) => (
            <div
              className="option emoji"
              key={character}
              {...list.option(index)}
              aria-label={name}
              title={name}
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => onChoose(character)}
              data-testid="emoji"
            >
              {character}
            </div>
          ))}
        </div>
      )}
      {found.length === 0 && <p className="popup-foot muted">Nothing found.</p>}
    </div>
  );
}
