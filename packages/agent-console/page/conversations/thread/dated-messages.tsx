import { type ReactElement, useMemo, useRef } from "react";
import { messageParts } from "./message-parts.ts";
import type { MessageRow } from "./message-rows.ts";
import { PartOfMessages } from "./part-of-messages.tsx";

export interface DatedMessagesProps {
  readonly rows: readonly MessageRow[];
  readonly conversationId: string;
  readonly visitor: string;
  /** Id of the message that has the focus; `null` when none has. */
  readonly activeId: string | null;
  /** Id of the message that was looked for; `null` when none was. */
  readonly foundId: string | null;
  readonly now: number;
}

/** The messages of a thread, in parts. A change renders only the parts that it is about. */
export function DatedMessages(props: DatedMessagesProps): ReactElement {
  const { rows, conversationId, visitor, activeId, foundId, now } = props;
  const firstId = useRef<string | null>(null);
  // After a long outage the page loads only the newest messages again.
  if (idIn(rows, firstId.current) === null) firstId.current = rows[0]?.message.id ?? null;
  const parts = useMemo(() => messageParts(rows, firstId.current), [rows]);
  return (
    <>
      {parts.map((part, at) => (
        <PartOfMessages
          key={part.number}
          rows={part.rows}
          isSkippable={at > 1 && at < parts.length - 1}
          conversationId={conversationId}
          visitor={visitor}
          activeId={idIn(part.rows, activeId)}
          foundId={idIn(part.rows, foundId)}
          now={part.rows.some(({ message }) => message.state === "waiting") ? now : 0}
        />
      ))}
    </>
  );
}

function idIn(rows: readonly MessageRow[], id: string | null): string | null {
  return id !== null && rows.some(({ message }) => message.id === id) ? id : null;
}
