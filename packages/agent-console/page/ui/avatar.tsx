import { textPieces } from "@parley/core/text";
import { type ReactElement, useContext, useState } from "react";
import type { ConversationView } from "../../src/conversations/conversation-view.ts";
import { ShowMediaContext } from "../settings/show-media.ts";
import { safeUrl } from "./safe-url.ts";
import { standInCode, standInName, toneOf } from "./stand-in.ts";
import { visitorName } from "./words.ts";

/** The visitor's photo where an admin allows it, or their initials in a colour derived from the visitor. */
export function Avatar({
  conversation,
}: {
  readonly conversation: ConversationView;
}): ReactElement {
  const isAllowed = useContext(ShowMediaContext);
  const photo = safeUrl(conversation.visitor.photo);
  const [broken, setBroken] = useState<string | null>(null);
  if (isAllowed && photo !== null && photo !== broken) {
    return (
      <img
        className="avatar"
        src={photo}
        alt=""
        referrerPolicy="no-referrer"
        loading="lazy"
        onError={() => setBroken(photo)}
        data-testid="avatar-photo"
      />
    );
  }
  return (
    <span className={`avatar tone-${toneOf(conversation.id)}`} aria-hidden="true">
      {initialsOf(conversation)}
    </span>
  );
}

function initialsOf(conversation: ConversationView): string {
  const name = visitorName(conversation);
  const code = standInCode(conversation.id);
  if (name === standInName(code)) return code.slice(0, 2);
  const pieces = textPieces(name);
  const seen = pieces.filter(({ isMark }) => !isMark).map(({ text }) => text);
  const words = seen.join("").split(/\s+/u);
  const initials = words.slice(0, 2).map((word) => [...word][0] ?? "");
  return initials.join("").toUpperCase();
}
