import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { isKey } from "../../keyboard/key-table.ts";

export interface ListKeys {
  /** The row at which the tab key stops. */
  readonly tabStop: number;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onFocus: (index: number) => void;
}

/**
 * Moves the focus in a list by arrow keys, j, k, Home and End. `reveal` scrolls a row into the rendered part. The row is
 * focused once it is rendered, as an element with its `data-index`.
 */
export function useListKeys(
  list: HTMLElement,
  count: number,
  openIndex: number,
  reveal: (index: number) => void,
): ListKeys {
  const [current, setCurrent] = useState<number | null>(null);
  const wanted = useRef<number | null>(null);
  const tabStop = Math.max(0, Math.min(current ?? openIndex, count - 1));

  useEffect(() => setCurrent(null), [openIndex]);

  useEffect(() => {
    if (wanted.current === null) return;
    const row = list.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (row === null) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextIndex(event, tabStop, count);
    if (next === null || count === 0) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(next, count - 1));
    wanted.current = index;
    setCurrent(index);
    reveal(index);
  };

  return { tabStop, onKeyDown, onFocus: setCurrent };
}

/** The row to go to; `null` when the key does not move. It may be beyond the ends. */
function nextIndex(event: KeyboardEvent, from: number, count: number): number | null {
  if (isKey(event, "nextConversation")) return from + 1;
  if (isKey(event, "previousConversation")) return from - 1;
  if (isKey(event, "firstConversation")) return 0;
  return isKey(event, "lastConversation") ? count - 1 : null;
}
