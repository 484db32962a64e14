import { type ReactElement, useLayoutEffect, useRef } from "react";
import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import { focusNewPage } from "../../ui/focus.ts";
import { Composer } from "../composer/composer.tsx";
import { ReadOnlyFoot } from "./read-only-foot.tsx";

export interface AnsweringProps {
  readonly conversationId: string;
  /** `null` while loading. */
  readonly conversation: ConversationView | null;
}

/** Where an answer is written, or who answers instead. */
export function Answering({ conversationId, conversation }: AnsweringProps): ReactElement {
  const answeredBy = conversation?.answeredBy ?? null;
  const shown = useRef(answeredBy);
  const hasChanged = useRef(false);
  if (shown.current !== answeredBy && conversation !== null) hasChanged.current = true;
  useLayoutEffect(() => {
    if (shown.current === answeredBy) return;
    shown.current = answeredBy;
    // The focus may have been in what is not there any more.
    focusNewPage();
  }, [answeredBy]);
  return answeredBy === null ? (
    <Composer
      conversationId={conversationId}
      conversation={conversation}
      takesFocus={!hasChanged.current}
    />
  ) : (
    <ReadOnlyFoot conversationId={conversationId} answeredBy={answeredBy} />
  );
}
