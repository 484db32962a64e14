import { type RefCallback, useCallback, useEffect, useLayoutEffect, useRef, useState } from "react";
import { ScrollPosition, type SeenPlace, startPlace } from "./scroll-position.ts";

export interface ThreadScrollOptions {
  /** Changes with every message that is added or removed. */
  readonly content: string;
  /** Key of the newest text that was sent here and is not confirmed; `null` when there is none. */
  readonly sentKey: string | null;
  /** Id of a message to show; `null` when there is none. It may be loaded later. */
  readonly messageId: string | null;
  /** Called near the beginning of the loaded messages. */
  readonly onNearStart: () => void;
}

export interface ThreadScroll extends SeenPlace {
  readonly box: RefCallback<HTMLElement>;
  readonly toEnd: () => void;
}

/**
 * Follows the newest message while the agent is at the end, and after a text was sent. Otherwise what the agent reads
 * stays in its place, whatever is added or grows around it.
 */
export function useThreadScroll(options: ThreadScrollOptions): ThreadScroll {
  const { content, sentKey, messageId, onNearStart } = options;
  const [place, setPlace] = useState(startPlace);
  const [element, setElement] = useState<HTMLElement | null>(null);
  const position = useRef<ScrollPosition | null>(null);
  const nearStart = useRef(onNearStart);
  nearStart.current = onNearStart;
  const shownId = useRef<string | null>(null);
  const sentKeys = useRef(new Set<string | null>([null, sentKey]));

  const show = useCallback((next: SeenPlace): void => {
    setPlace((old) => (isSame(old, next) ? old : next));
  }, []);
  const box = useCallback((next: HTMLElement | null): void => {
    position.current = next === null ? null : new ScrollPosition(next);
    setElement(next);
  }, []);

  useEffect(() => {
    const current = position.current;
    if (element === null || current === null) return;
    const onScroll = (): void => {
      show(current.scrolled());
      if (current.isNearStart) nearStart.current();
    };
    // Images, failure notices and on-screen keyboards change the height without a new message.
    const resizes = new ResizeObserver(() => show(current.keep()));
    element.addEventListener("scroll", onScroll, { passive: true });
    resizes.observe(element);
    for (const child of element.children) resizes.observe(child);
    return () => {
      element.removeEventListener("scroll", onScroll);
      resizes.disconnect();
    };
  }, [element, show]);

  useLayoutEffect(() => {
    const current = position.current;
    if (current === null) return;
    if (!sentKeys.current.has(sentKey)) current.follow();
    sentKeys.current.add(sentKey);
    show(current.keep());
    if (messageId !== null && messageId !== shownId.current) {
      const place = current.showMessage(messageId);
      if (place === null) return;
      show(place);
    }
    shownId.current = messageId;
  }, [content, sentKey, messageId, show]);

  const toEnd = useCallback((): void => {
    position.current?.follow();
    if (position.current !== null) show(position.current.keep());
  }, [show]);
  return { ...place, box, toEnd };
}

function isSame(one: SeenPlace, other: SeenPlace): boolean {
  return one.isFar === other.isFar && one.seenId === other.seenId;
}
