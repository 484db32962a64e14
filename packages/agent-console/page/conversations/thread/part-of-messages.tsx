import { Fragment, memo, type ReactElement } from "react";
import { OwnerLineRows } from "../owners/owner-line-rows.tsx";
import { Message } from "./message.tsx";
import type { MessageRow } from "./message-rows.ts";

export interface PartOfMessagesProps {
  readonly rows: readonly MessageRow[];
  /** Whether the browser may leave out its layout while it is out of sight. */
  readonly isSkippable: boolean;
  readonly conversationId: string;
  readonly visitor: string;
  /** Id of the message of this part that has the focus; `null` when none has. */
  readonly activeId: string | null;
  /** Id of the message of this part that was looked for; `null` when none was. */
  readonly foundId: string | null;
  /** Matters only while a message of this part waits. */
  readonly now: number;
}

/** Messages below the headings of their days, and below the line "New since you looked". */
export const PartOfMessages = memo(function PartOfMessages(
  props: PartOfMessagesProps,
): ReactElement {
  const { rows, isSkippable, conversationId, visitor, activeId, foundId, now } = props;
  return (
    <div className="message-part" data-skippable={isSkippable}>
      {rows.map(({ message, day, changes, isFirstUnread, startsGroup, endsGroup, hasMark }) => (
        <Fragment key={message.id}>
          {day !== null && <h2 className="day">{day}</h2>}
          <OwnerLineRows lines={changes} />
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
    </div>
  );
}, isSamePart);

/** Whether both would be rendered alike. The rows of a thread are made anew with every change. */
export function isSamePart(one: PartOfMessagesProps, other: PartOfMessagesProps): boolean {
  const { rows, ...rest } = one;
  const { rows: otherRows, ...otherRest } = other;
  if (!isShallowEqual(rest, otherRest)) return false;
  if (rows === otherRows) return true;
  return (
    rows.length === otherRows.length &&
    rows.every((row, at) => isShallowEqual(row, otherRows[at] ?? row))
  );
}

function isShallowEqual<Value extends object>(one: Value, other: Value): boolean {
  const names = Object.keys(one) as (keyof Value)[];
  return names.every((name) => one[name] === other[name]);
}
