import { Eye } from "lucide-react";
import type { ReactElement } from "react";
import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import { UntrustedText } from "../../ui/untrusted-text.tsx";

/** In a list: marks a conversation that another agent app answers. */
export function OwnerMark({
  conversation: { answeredBy },
}: {
  readonly conversation: ConversationView;
}): ReactElement | null {
  if (answeredBy === undefined) return null;
  return (
    <span
      className="owner-mark"
      title={`${answeredBy} answers this conversation`}
      data-testid="owner-mark"
    >
      <Eye size={12} aria-hidden="true" />
      <span className="only-read">answered by </span>
      <UntrustedText text={answeredBy} />
    </span>
  );
}
