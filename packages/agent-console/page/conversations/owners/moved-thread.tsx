import { type ReactElement, useLayoutEffect } from "react";
import { focusNewPage } from "../../ui/focus.ts";
import { UntrustedText } from "../../ui/untrusted-text.tsx";
import { KeptDraft } from "../../unsent/kept-draft.tsx";
import { UnsentMessages } from "../../unsent/unsent-messages.tsx";
import { useMovedTo } from "../data/use-inbox-queries.ts";
import { AnsweredByContext, anotherApp } from "./answered-by.ts";

export interface MovedThreadProps {
  readonly conversationId: string;
  readonly backAddress: string;
}

/** In the place of a conversation that agents of the console may not read any more: what they wrote for it is here. */
export function MovedThread({ conversationId, backAddress }: MovedThreadProps): ReactElement {
  const movedTo = useMovedTo(conversationId);
  const name = movedTo === "" ? anotherApp : movedTo;
  useLayoutEffect(() => focusNewPage(), []);
  return (
    <AnsweredByContext value={name}>
      <main className="thread" data-testid="moved-thread" data-id={conversationId}>
        <header className="thread-head">
          <a
            className="back quiet"
            href={backAddress}
            aria-label="Back to the conversations"
            data-testid="back"
          >
            ‹
          </a>
          <h1>This conversation has moved</h1>
        </header>
        <div className="messages-frame">
          <div className="messages">
            <div className="messages-inner">
              <p className="muted" role="status" data-testid="moved-to">
                <UntrustedText text={name} /> answers this conversation now. It cannot be read here
                any more.
              </p>
              <UnsentMessages conversationId={conversationId} />
            </div>
          </div>
        </div>
        <KeptDraft conversationId={conversationId} />
      </main>
    </AnsweredByContext>
  );
}
