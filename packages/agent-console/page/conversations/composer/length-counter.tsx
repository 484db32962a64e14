import type { ReactElement } from "react";
import { partLimit } from "./messages-in.ts";
import { textLimit } from "./split-text.ts";

export interface LengthCounterProps {
  readonly id: string;
  /** Of the text, in code points. */
  readonly length: number;
  /** How many messages the text would be sent as. */
  readonly parts: number;
}

const showFrom = 900;
/** How much room is left in the message, and what becomes of a longer text. */
export function LengthCounter({ id, length, parts }: LengthCounterProps): ReactElement | null {
  if (length < showFrom) return null;
  const isOver = length > textLimit;
  return (
    <p
      id={id}
      className={isOver ? "composer-count warning" : "composer-count muted"}
      data-testid="composer-count"
    >
      <strong>
        {length} / {textLimit}
      </strong>{" "}
      {isOver ? wordsOf(parts) : `${textLimit - length} characters left`}
    </p>
  );
}

function wordsOf(parts: number): string {
  return parts > partLimit
    ? `This is too long to send: it would be more than ${partLimit} messages.`
    : `One message holds ${textLimit} characters. This text is sent as ${parts} messages.`;
}
