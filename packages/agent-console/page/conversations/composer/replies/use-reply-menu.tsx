import { type KeyboardEvent, type ReactElement, type RefObject, useState } from "react";
import type { TextareaHTMLAttributes } from "react";
import { matchingReplies, typedShortcut } from "../../../replies/reply-search.ts";
import { filledIn, type ReplyValues } from "../../../replies/reply-variables.ts";
import { useOptionList } from "../../../ui/use-option-list.ts";
import { insertText } from "../insert-text.ts";
import { ReplyMenu } from "./reply-menu.tsx";
import { useReplies } from "./use-replies.ts";

export interface ReplyMenuOptions {
  readonly field: RefObject<HTMLTextAreaElement | null>;
  readonly text: string;
  /** `null` while text is selected. */
  readonly caret: number | null;
  readonly values: ReplyValues;
}

export interface ReplyMenuHandle {
  /** `null` while it is closed. */
  readonly menu: ReactElement | null;
  /** Returns whether the menu used the key. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
  readonly fieldProps: TextareaHTMLAttributes<HTMLTextAreaElement>;
}

/** The list of canned replies that opens with `/` in the composer. */
export function useReplyMenu({ field, text, caret, values }: ReplyMenuOptions): ReplyMenuHandle {
  const typed = caret === null ? null : typedShortcut(text, caret);
  const replies = useReplies(typed !== null);
  /** Index of the slash whose menu was closed. */
  const [closedAt, setClosedAt] = useState<number | null>(null);
  if (closedAt !== null && typed?.from !== closedAt) setClosedAt(null);

  const found = typed === null ? [] : matchingReplies(replies ?? [], typed.query);
  const isEmpty = replies?.length === 0 && typed?.query === "";
  const isOpen = typed !== null && closedAt !== typed.from && (found.length > 0 || isEmpty);
  const choose = (index: number): void => {
    const reply = found[index];
    if (field.current === null || typed === null || reply === undefined) return;
    insertText(field.current, filledIn(reply.text, values), typed);
  };
  const list = useOptionList({
    count: found.length,
    query: typed?.query ?? "",
    onChoose: choose,
    onClose: () => setClosedAt(typed?.from ?? null),
  });

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen) return false;
    if (event.key !== "Tab" || event.shiftKey || found.length === 0) return list.onKeyDown(event);
    event.preventDefault();
    choose(list.active);
    return true;
  };
  return {
    menu: isOpen ? <ReplyMenu replies={found} list={list} onChoose={choose} /> : null,
    onKeyDown,
    fieldProps: {
      "aria-autocomplete": "list",
      ...(isOpen &&
        found.length > 0 && {
          "aria-controls": list.listId,
          "aria-activedescendant": list.optionId(list.active),
        }),
    },
  };
}
