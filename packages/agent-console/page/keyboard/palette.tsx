import { type ReactElement, useState } from "react";
import { Modal } from "../ui/modal.tsx";
import { UntrustedText } from "../ui/untrusted-text.tsx";
import { useOptionList } from "../ui/use-option-list.ts";
import { type PaletteItem, paletteMatches, withFound } from "./palette-items.ts";
import { usePeople } from "./use-people.ts";

export interface PaletteProps {
  /** Pages and actions. */
  readonly items: readonly PaletteItem[];
  readonly onClose: () => void;
}

/** Finds a conversation by its visitor, a page or an action, by typing a part of its name. */
export function Palette({ items, onClose }: PaletteProps): ReactElement {
  const [query, setQuery] = useState("");
  const people = usePeople(query);
  const found = withFound(paletteMatches([...items, ...people.newest], query), people.found);
  const choose = (index: number): void => {
    const item = found[index];
    if (item === undefined) return;
    onClose();
    item.run();
  };
  const list = useOptionList({ count: found.length, query, onChoose: choose, onClose });

  return (
    <Modal label="Find" className="palette" onClose={onClose} testId="palette">
      <input
        value={query}
        autoFocus
        role="combobox"
        placeholder="Find a person, a page or an action"
        aria-label="Find a person, a page or an action"
        aria-expanded={found.length > 0}
        aria-controls={found.length > 0 ? list.listId : undefined}
        aria-activedescendant={found.length > 0 ? list.optionId(list.active) : undefined}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={list.onKeyDown}
        data-testid="palette-field"
      />
      {found.length === 0 && (
        <p className="popup-foot muted" role="status">
          {people.isSearching ? "Searching…" : "Nothing found."}
        </p>
      )}
      {found.length > 0 && (
        <div className="options" role="listbox" id={list.listId} aria-label="Found">
          {found.map(({ id, label, kind }, index) => (
            <div
              className="option palette-option"
              key={id}
              {...list.option(index)}
              onClick={() => choose(index)}
              data-testid="palette-option"
            >
              <UntrustedText className="palette-label" text={label} />
              <span className="muted">{kind}</span>
            </div>
          ))}
        </div>
      )}
    </Modal>
  );
}
