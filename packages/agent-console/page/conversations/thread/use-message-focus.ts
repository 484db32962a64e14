import { type FocusEvent, type KeyboardEvent, useState } from "react";
import { isKey } from "../../keyboard/key-table.ts";

export interface MessageFocus {
  /** Id of the message that has the focus inside; `null` when none has. */
  readonly activeId: string | null;
  readonly handlers: {
    readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
    readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
    readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  };
}

/** A thread is one tab stop. Its messages get the focus by the arrow keys, and then their links by Tab. */
export function useMessageFocus(): MessageFocus {
  const [activeId, setActiveId] = useState<string | null>(null);
  return {
    activeId,
    handlers: {
      onFocus: ({ target }) => setActiveId(messageOf(target)?.dataset["id"] ?? null),
      onBlur: ({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setActiveId(null);
      },
      onKeyDown: (event) => {
        const { target, currentTarget, shiftKey } = event;
        const step = isKey(event, "nextMessage") ? 1 : isKey(event, "previousMessage") ? -1 : 0;
        if (step === 0 || shiftKey) return;
        // Players use the arrows themselves.
        if ((target as Element).matches("audio, video, input, textarea, dialog *")) return;
        event.preventDefault();
        move(currentTarget, messageOf(target), step);
      },
    },
  };
}

function messageOf(target: EventTarget): HTMLElement | null {
  return (target as Element).closest<HTMLElement>(".message");
}

/** From outside the messages the focus goes to the last one. */
function move(log: HTMLElement, from: HTMLElement | null, step: number): void {
  const messages = [...log.querySelectorAll<HTMLElement>(".message")];
  const at = from === null ? messages.length - 1 : messages.indexOf(from) + step;
  messages[at]?.focus();
}
