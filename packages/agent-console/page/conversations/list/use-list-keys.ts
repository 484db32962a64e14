import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";

const steps: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

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
  list: RefObject<HTMLElement | null>,
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
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (row === null || row === undefined) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || count === 0) return;
    const step = steps[event.key];
    const next =
      event.key === "Home" ? 0 : event.key === "End" ? count - 1 : tabStop + (step ?? Number.NaN);
    if (Number.isNaN(next)) return;
    event.preventDefault();
    const index = Math.max(0, Math.min(next, count - 1));
    wanted.current = index;
    setCurrent(index);
    reveal(index);
  };

  return { tabStop, onKeyDown, onFocus: setCurrent };
}
