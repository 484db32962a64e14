import type { MessageView } from "../../../src/conversations/message-view.ts";
import type { OwnerLine } from "../../../src/owners/owner-lines.ts";

/** Always the same, so that a row without lines stays equal. */
export const noLines: readonly OwnerLine[] = [];

/** The changes of owner that came after one message and before the next one. `undefined`: there is no such message. */
export function linesBetween(
  lines: readonly OwnerLine[] | undefined,
  before: MessageView | undefined,
  after: MessageView | undefined,
): readonly OwnerLine[] {
  if (lines === undefined || lines.length === 0) return noLines;
  const [from, to] = [before?.at ?? 0, after?.at ?? Infinity];
  const found = lines.filter(({ at }) => at >= from && at < to);
  return found.length === 0 ? noLines : found;
}
