import { queryLimit } from "@parley/core/text";
import { useCallback, useEffect, useRef, useState } from "react";
import type { SearchHitView } from "../../src/conversations/search-routes.ts";
import { api } from "../api/api.ts";

/** Waits until nothing was typed for so long. */
const quietMs = 200;

/** What the page knows of a search. */
export interface SearchState {
  /** The query that the hits belong to. */
  readonly query: string;
  readonly hits: readonly SearchHitView[];
  readonly next: string | null;
  readonly isLoading: boolean;
  /** For people; `null` when the last request succeeded. */
  readonly problem: string | null;
}

export interface SearchHandle {
  readonly state: SearchState;
  /** Loads the next page, or the first one again after a failure. */
  readonly more: () => void;
}

const nothing: SearchState = { query: "", hits: [], next: null, isLoading: false, problem: null };

/** Searches for what is typed. An empty query searches for nothing. */
export function useSearch(query: string): SearchHandle {
  const [state, setState] = useState(nothing);
  /** The query whose answers are still wanted. */
  const wanted = useRef("");

  const load = useCallback((text: string, before: string | null, earlier: SearchState) => {
    setState({ ...earlier, query: text, isLoading: true, problem: null });
    api.search(text, before).then(
      ({ hits, next }) => {
        if (wanted.current !== text) return;
        const all = [...earlier.hits, ...hits];
        const found = { ...nothing, query: text, hits: all, next };
        // A page may be empty before the end.
        if (all.length === 0 && next !== null) load(text, next, found);
        else setState(found);
      },
      (error: Error) => {
        if (wanted.current !== text) return;
        setState({ ...earlier, query: text, isLoading: false, problem: error.message });
      },
    );
  }, []);

  useEffect(() => {
    wanted.current = query;
    if (query === "") return setState(nothing);
    setState((known) => ({ ...known, isLoading: true, problem: null }));
    const timer = setTimeout(() => load(query, null, nothing), quietMs);
    return () => clearTimeout(timer);
  }, [query, load]);

  const more = (): void => load(query, state.next, state.hits.length === 0 ? nothing : state);
  return { state, more };
}

/** What is asked for: the server ignores what is longer, and an address has a limit. */
export function searchQueryOf(typed: string): string {
  const start = typed.trim().slice(0, 2 * queryLimit);
  return [...start].slice(0, queryLimit).join("").toWellFormed();
}
