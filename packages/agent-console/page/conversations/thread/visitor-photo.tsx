import { type ReactElement, useContext, useState } from "react";
import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import { ShowMediaContext } from "../../settings/show-media.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { safeUrl } from "../../ui/safe-url.ts";

export interface VisitorPhotoProps {
  readonly conversation: ConversationView;
}

/** The visitor's photo once the agent asks for it (§2.1), else the stand-in. */
export function VisitorPhoto({ conversation }: VisitorPhotoProps): ReactElement {
  const isAllowed = useContext(ShowMediaContext);
  const [asked, setAsked] = useState<string | null>(null);
  const photo = safeUrl(conversation.visitor.photo);
  const isShown = isAllowed || (photo !== null && photo === asked);
  return (
    <>
      <ShowMediaContext value={isShown}>
        <Avatar conversation={conversation} />
      </ShowMediaContext>
      {photo !== null && !isShown && (
        <button
          className="photo-ask"
          title={`Loads from ${new URL(photo).host}`}
          onClick={() => setAsked(photo)}
          data-testid="photo-ask"
        >
          Show photo
        </button>
      )}
    </>
  );
}
