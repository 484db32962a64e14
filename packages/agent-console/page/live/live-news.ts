import { createContext, useContext, useEffect, useRef } from "react";
import type { LiveEvent } from "../../src/live/live-event.ts";

/** Passes live events to the open pages. */
export class LiveNews {
  readonly #listeners = new Set<(event: LiveEvent) => void>();

  tell(event: LiveEvent): void {
    for (const listener of this.#listeners) listener(event);
  }

  listen(listener: (event: LiveEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}

export const LiveNewsContext = createContext(new LiveNews());

const pauseMs = 500;

/** Calls `refresh` after events of these types. Several events at once cause one call. */
export function useNews(types: readonly LiveEvent["type"][], refresh: () => void): void {
  const news = useContext(LiveNewsContext);
  const latest = useRef(refresh);
  latest.current = refresh;
  const names = types.join(" ");
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = news.listen(({ type }) => {
      if (!names.split(" ").includes(type) || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        latest.current();
      }, pauseMs);
    });
    return () => {
      end();
      clearTimeout(timer);
    };
  }, [news, names]);
}
