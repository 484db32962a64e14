import type { MessageRow } from "./message-rows.ts";

/** Messages that follow each other in a thread. */
export interface MessagePart {
  /** Stays the same when messages are added before or after. */
  readonly number: number;
  readonly rows: readonly MessageRow[];
}

const partSize = 50;

/**
 * The parts of a thread, oldest first.
 * @param firstId id of the message at which part 0 begins. While it is the same, no message changes its part.
 */
export function messageParts(
  rows: readonly MessageRow[],
  firstId: string | null,
): readonly MessagePart[] {
  const firstAt = rows.findIndex(({ message }) => message.id === firstId);
  const parts = Map.groupBy(rows, (_, at) => Math.floor((at - firstAt) / partSize));
  return [...parts].map(([number, partRows]) => ({ number, rows: partRows }));
}
