import type { ReactElement } from "react";
import { countInWords } from "./list-tabs.tsx";

export interface OthersWaitProps {
  /** Number of unread conversations. */
  readonly unread: number;
  /** Whether the open conversation is one of them. */
  readonly openIsUnread: boolean;
  /** Address of the list. */
  readonly address: string;
}

/** On a phone, where a thread hides the list: says that other visitors wrote. */
export function OthersWait(props: OthersWaitProps): ReactElement | null {
  const { unread, openIsUnread, address } = props;
  const others = openIsUnread ? unread - 1 : unread;
  if (others <= 0) return null;
  return (
    <nav className="others-wait" aria-label="Other conversations">
      <a href={address} data-testid="others-wait">
        {others === 1 ? "1 other unread" : `${countInWords(others)} others unread`}
      </a>
    </nav>
  );
}
