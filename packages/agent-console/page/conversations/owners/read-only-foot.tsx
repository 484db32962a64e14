import type { ReactElement } from "react";
import { UntrustedText } from "../../ui/untrusted-text.tsx";
import { KeptDraft } from "../../unsent/kept-draft.tsx";

export interface ReadOnlyFootProps {
  readonly conversationId: string;
  /** Name of the agent app that answers. */
  readonly answeredBy: string;
}

/** In the place of the composer: who answers a conversation that agents of the console can only read. */
export function ReadOnlyFoot({ conversationId, answeredBy }: ReadOnlyFootProps): ReactElement {
  return (
    <footer className="answered-foot" data-testid="read-only">
      <p data-testid="answered-by">
        <UntrustedText text={answeredBy} /> answers this conversation.
      </p>
      <KeptDraft conversationId={conversationId} />
    </footer>
  );
}
