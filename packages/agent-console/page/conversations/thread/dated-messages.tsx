import { Fragment, type ReactElement } from "react";
import { Message } from "./message.tsx";
import type { MessageRow } from "./message-rows.ts";

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

/** Messages below the headings of their days, and below the line "New since you looked". */
export function DatedMessages(props: DatedMessagesProps): ReactElement {
  const { rows, conversationId, visitor, activeId, foundId, now } = props;
  return (
    <>
      {rows.map(({ message, day, isFirstUnread, startsGroup, endsGroup, hasMark }) => (
        <Fragment key={message.id}>
          {day !== null && <h2 className="day">{day}</h2>}
          {isFirstUnread && (
            <p className="unread-line" data-testid="unread-line">
              <span>New since you looked</span>
            </p>
          )}
          <Message
            message={message}
            conversationId={conversationId}
            visitor={visitor}
            startsGroup={startsGroup}
            endsGroup={endsGroup}
            hasMark={hasMark}
            active={message.id === activeId}
            found={message.id === foundId}
            now={message.state === "waiting" ? now : 0}
          />
        </Fragment>
      ))}
    </>
  );
}
