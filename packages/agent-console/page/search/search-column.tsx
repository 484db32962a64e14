import { Search, X } from "lucide-react";
import { type KeyboardEvent, type ReactElement, type ReactNode, useRef, useState } from "react";
import type { InboxView } from "../conversations/inbox-view.ts";
import { SearchResults } from "./search-results.tsx";
import { searchQueryOf, useSearch } from "./use-search.ts";

export interface SearchColumnProps {
  readonly view: InboxView;
  readonly openId: string | null;
  readonly messageId: string | null;
  /** The list of conversations, which shows while nothing is searched for. */
  readonly children: ReactNode;
}

/** The search field above the list. Its results take the list's place. */
export function SearchColumn(props: SearchColumnProps): ReactElement {
  const { view, openId, messageId, children } = props;
  const [text, setText] = useState("");
  const field = useRef<HTMLInputElement>(null);
  const query = searchQueryOf(text);
  const search = useSearch(query);

  const clear = (): void => {
    setText("");
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || text === "") return;
    event.stopPropagation();
    clear();
  };
  return (
    <div className="search-column" onKeyDown={onKeyDown}>
      <div className="search-field" role="search">
        <Search className="search-icon" aria-hidden="true" size={18} />
        <input
          ref={field}
          type="text"
          inputMode="search"
          enterKeyHint="search"
          autoComplete="off"
          spellCheck={false}
          aria-label="Search people and messages"
          placeholder="Search people and messages"
          value={text}
          onChange={(event) => setText(event.target.value)}
          data-testid="search-field"
        />
        {text !== "" && (
          <button
            type="button"
            className="quiet search-clear"
            aria-label="Clear the search"
            onClick={clear}
            data-testid="search-clear"
          >
            <X aria-hidden="true" size={18} />
          </button>
        )}
      </div>
      <div className="search-list" hidden={query !== ""}>
        {children}
      </div>
      {query !== "" && <SearchResults {...{ view, search, query, openId, messageId }} />}
    </div>
  );
}
