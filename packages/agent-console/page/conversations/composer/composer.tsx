import type { ReactElement } from "react";
import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import { MediaForm } from "./media/media-form.tsx";
import { newMedia } from "./media/media-address.ts";
import { TextRow } from "./text-row.tsx";
import { OtherText } from "../../unsent/other-text.tsx";
import { useUnsentState } from "../../unsent/unsent-context.ts";
import { useComposerDraft } from "../../unsent/use-composer-draft.ts";

export interface ComposerProps {
  readonly conversationId: string;
  /** `null` while loading. */
  readonly conversation: ConversationView | null;
  /** Whether the focus goes into the text field when it appears. */
  readonly takesFocus: boolean;
}

/** Writes an answer. A sent message appears in the thread as unsent until the gateway confirms it. */
export function Composer(props: ComposerProps): ReactElement {
  const { conversationId, conversation, takesFocus } = props;
  const draft = useComposerDraft(conversationId);
  const notice = useUnsentState(({ notices }) => notices.get(conversationId));
  return (
    <footer className="composer">
      <OtherText conversationId={conversationId} />
      {notice !== undefined && (
        <p className="warning" role="status" data-testid="composer-notice">
          {notice}
        </p>
      )}
      {draft.media !== null ? (
        <MediaForm
          media={draft.media}
          onChange={draft.writeMedia}
          onSend={draft.sendMedia}
          onClose={() => draft.writeMedia(null)}
        />
      ) : (
        <TextRow
          conversationId={conversationId}
          conversation={conversation}
          text={draft.text}
          takesFocus={takesFocus}
          onText={draft.writeText}
          onSend={draft.sendTexts}
          onMedia={() => draft.writeMedia(newMedia)}
        />
      )}
    </footer>
  );
}
