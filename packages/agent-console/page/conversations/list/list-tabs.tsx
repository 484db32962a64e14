import type { KeyboardEvent, ReactElement } from "react";
import {
  countLimit,
  type InboxListName,
  inboxListNames,
  type InboxSummary,
} from "../../../src/conversations/inbox/inbox-list.ts";
import { inboxAddress, type InboxView } from "../inbox-view.ts";

const labels: Readonly<Record<InboxListName, string>> = {
  all: "All",
  unread: "Unread",
  waiting: "Waiting",
  failed: "Failed",
};

export interface ListTabsProps {
  readonly view: InboxView;
  readonly openId: string | null;
  readonly summary: InboxSummary | null;
}

/** Links to the lists of the inbox, with the counts of those that need attention. */
export function ListTabs({ view, openId, summary }: ListTabsProps): ReactElement {
  return (
    <div className="list-tabs" role="group" aria-label="Lists">
      {inboxListNames.map((list) => (
        <a
          key={list}
          href={inboxAddress({ ...view, list }, openId)}
          aria-current={list === view.list ? "true" : undefined}
          tabIndex={list === view.list ? 0 : -1}
          data-testid={`list-${list}`}
        >
          {labels[list]}
          {list !== "all" && summary !== null && summary.counts[list] > 0 && (
            <span className="list-count" data-testid={`count-${list}`}>
              {countInWords(summary.counts[list])}
            </span>
          )}
        </a>
      ))}
    </div>
  );
}

export function countInWords(count: number): string {
  return count >= countLimit ? `${countLimit - 1}+` : String(count);
}

/** The lists and the filter are one tab stop: arrow keys reach the others. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>("a, summary")];
  const at = links.findIndex((link) => link === document.activeElement);
  if (at < 0) return;
  links[(at + step + links.length) % links.length]?.focus();
  event.preventDefault();
}
