import type { ReactElement } from "react";

export interface JumpButtonProps {
  /** How many messages of others have come below. */
  readonly count: number;
  readonly onJump: () => void;
}

/** Leads to the newest message while it is out of sight. */
export function JumpButton({ count, onJump }: JumpButtonProps): ReactElement {
  const words = count === 1 ? "1 new message" : `${count} new messages`;
  return (
    // No tab stop between the messages and the composer: End does the same.
    <button
      className="jump"
      tabIndex={-1}
      data-new={count > 0}
      onClick={onJump}
      data-testid="jump-to-new"
    >
      {count > 0 ? words : "Newest messages"} <span aria-hidden="true">↓</span>
    </button>
  );
}
