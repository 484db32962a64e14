import type { MessageView } from "../../../src/conversations/message-view.ts";
import type { OwnerLine } from "../../../src/owners/owner-lines.ts";
import { linesBetween, noLines } from "../owners/lines-between.ts";
import { dayOf } from "../../ui/words.ts";

/** A message and its place in the thread. */
export interface MessageRow {
  readonly message: MessageView;
  /** Heading above it; `null` when the message before is of the same day. */
  readonly day: string | null;
  /** Changes of owner since the message before it. */
  readonly changes: readonly OwnerLine[];
  /** Whether the line "New since you looked" is above it. */
  readonly isFirstUnread: boolean;
  readonly startsGroup: boolean;
  /** The last message of a group shows the time of all. */
  readonly endsGroup: boolean;
  /** Whether its delivery state is shown: the last one's stands for those that have the same. */
  readonly hasMark: boolean;
}

const minuteMs = 60_000;

/**
 * The rows of a thread. Messages of one writer within one minute form a group.
 * @param unreadFrom id of the first unread message; `null` when there is none
 * @param changes changes of owner, oldest first
 * @param hasEarlier whether earlier messages are not loaded yet
 */
export function messageRows(
  messages: readonly MessageView[],
  unreadFrom: string | null,
  hasEarlier: boolean,
  changes?: readonly OwnerLine[],
): readonly MessageRow[] {
  const unreadAt = indexOfUnread(messages, unreadFrom, hasEarlier);
  const lines = messages.map((message, at) =>
    at === 0 && hasEarlier ? noLines : linesBetween(changes, messages[at - 1], message),
  );
  const linesOf = (at: number): readonly OwnerLine[] => lines[at] ?? noLines;
  const isStart = messages.map(
    (message, at) =>
      at === unreadAt || linesOf(at).length > 0 || !isGroup(messages[at - 1], message),
  );
  const groupEnds = endsOf(isStart);
  const midnights = messages.map(({ at }) => midnightOf(at));
  return messages.map((message, at) => {
    const isSameDay = midnights[at - 1] === midnights[at];
    const end = groupEnds[at] ?? at;
    return {
      message,
      day: isSameDay ? null : dayOf(message.at),
      changes: linesOf(at),
      isFirstUnread: at === unreadAt,
      startsGroup: isStart[at] === true,
      endsGroup: end === at,
      hasMark:
        message.direction === "outbound" && (end === at || messages[end]?.state !== message.state),
    };
  });
}

/** `-1` without a line. While earlier messages are missing, the first unread one may be among them. */
function indexOfUnread(
  messages: readonly MessageView[],
  unreadFrom: string | null,
  hasEarlier: boolean,
): number {
  if (unreadFrom === null) return -1;
  const at = messages.findIndex(({ id }) => Number(id) >= Number(unreadFrom));
  return at === 0 && hasEarlier && messages[0]?.id !== unreadFrom ? -1 : at;
}

function isGroup(previous: MessageView | undefined, message: MessageView): boolean {
  return (
    previous !== undefined &&
    previous.direction === message.direction &&
    previous.author === message.author &&
    previous.state !== "failed" &&
    Math.floor(previous.at / minuteMs) === Math.floor(message.at / minuteMs)
  );
}

function midnightOf(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** For every row the index of the last row of its group. */
function endsOf(isStart: readonly boolean[]): readonly number[] {
  const ends: number[] = [];
  for (let at = isStart.length - 1; at >= 0; at -= 1) {
    const next = at + 1;
    ends[at] = isStart[next] === false ? (ends[next] ?? next) : at;
  }
  return ends;
}
