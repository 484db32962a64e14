import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from "react";

export interface OptionListOptions {
  readonly count: number;
  /** Options in a row, for lists shown as a grid. Default: 1. */
  readonly columns?: number;
  /** When it changes, the first option is active again. */
  readonly query: string;
  readonly onChoose: (index: number) => void;
  readonly onClose: () => void;
}

/** Attributes of an option's element. */
export interface OptionAttributes {
  readonly role: "option";
  readonly id: string;
  readonly "aria-selected": boolean;
  readonly ref: RefObject<HTMLDivElement | null> | undefined;
}

/** A list of options under a text field, which keeps the focus (ARIA's listbox pattern). */
export interface OptionList {
  readonly active: number;
  readonly listId: string;
  readonly optionId: (index: number) => string;
  readonly option: (index: number) => OptionAttributes;
  /** Handles arrows, Enter and Escape. Returns whether it did. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
}

export function useOptionList(options: OptionListOptions): OptionList {
  const { count, columns = 1, query, onChoose, onClose } = options;
  const listId = useId();
  const [chosen, setChosen] = useState({ query, index: 0 });
  const active = chosen.query === query ? Math.min(chosen.index, count - 1) : 0;
  const setActive = (index: number): void => setChosen({ query, index });

  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    element.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const optionId = (index: number): string => `${listId}-${index}`;

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey)
      return false;
    const next = nextIndex(event.key, active, count, columns);
    if (next !== null) setActive(next);
    else if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && !event.shiftKey && count > 0) onChoose(active);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  return {
    active,
    listId,
    optionId,
    option: (index) => ({
      role: "option",
      id: optionId(index),
      "aria-selected": index === active,
      ref: index === active ? element : undefined,
    }),
    onKeyDown,
  };
}

/** The option after an arrow key; `null` for other keys. At the ends it goes round. */
function nextIndex(key: string, active: number, count: number, columns: number): number | null {
  const step = stepOf(key, columns);
  if (step === 0 || count === 0) return null;
  const next = active + step;
  if (next >= 0 && next < count) return next;
  return step > 0 ? 0 : count - 1;
}

function stepOf(key: string, columns: number): number {
  if (key === "ArrowDown") return columns;
  if (key === "ArrowUp") return -columns;
  if (columns === 1) return 0;
  return key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
}
