import { type ReactElement, useRef } from "react";
import { ConfirmButton } from "../ui/confirm-button.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { focusNewPage } from "../ui/focus.ts";
import { summaryInWords } from "../ui/words.ts";
import { useUnsent, useUnsentState } from "./unsent-context.ts";
import { isWritten } from "./unsent-state.ts";

/** What the agent was writing in a conversation that another agent app answers by now: to be read and copied. */
export function KeptDraft({
  conversationId,
}: {
  readonly conversationId: string;
}): ReactElement | null {
  const { store, drafts } = useUnsent();
  const draft = useUnsentState((state) => state.drafts.get(conversationId));
  const field = useRef<HTMLTextAreaElement>(null);
  if (draft === undefined || !isWritten(draft)) return null;
  const { text, media } = draft;
  const words = media === null ? text : summaryInWords({ ...media.fields, type: media.type });

  const discard = (): void => {
    store.setDraft(conversationId, null);
    drafts.wrote(conversationId);
    focusNewPage();
  };

  return (
    <div className="kept-draft" role="group" aria-label="What you were writing">
      <textarea
        ref={field}
        readOnly
        rows={2}
        dir="auto"
        value={words}
        aria-label="What you were writing"
        data-testid="kept-draft"
      />
      <p className="unsent-buttons">
        <CopyButton value={words} field={() => field.current} testId="kept-draft-copy" />
        <ConfirmButton
          label="Discard"
          question="Delete this text?"
          confirm="Yes, delete"
          busy={false}
          onConfirm={discard}
          testId="kept-draft-discard"
        />
      </p>
    </div>
  );
}
