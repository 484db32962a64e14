import { defaultRangeExtractor, useVirtualizer } from "@tanstack/react-virtual";
import { type ReactElement, useEffect, useState } from "react";
import type { InboxListName, InboxSummary } from "../../../src/conversations/inbox/inbox-list.ts";
import { EmptyInbox } from "../../first-minute/empty-inbox.tsx";
import { useNow } from "../../ui/use-now.ts";
import { type ConversationList as List, useTyping, useWriting } from "../data/use-inbox-queries.ts";
import { isTyping } from "../inbox-state.ts";
import { inboxAddress, type InboxView, isFiltered } from "../inbox-view.ts";
import { ConversationRow, waitOf } from "./conversation-row.tsx";
import { ListFilter } from "./list-filter.tsx";
import { ListTabs, moveFocus } from "./list-tabs.tsx";
import { useListKeys } from "./use-list-keys.ts";
import { useMinutes } from "./waiting-time.ts";

export interface ConversationListProps {
  readonly list: List;
  readonly view: InboxView;
  readonly openId: string | null;
  readonly summary: InboxSummary | null;
}

/** As in the styles. */
const rowHeight = 72;
/** More rows than the window shows are rendered, and older ones loaded before the last of them is reached. */
const overscan = 8;

const empty: Readonly<Record<Exclude<InboxListName, "all">, string>> = {
  unread: "You have read everything.",
  waiting: "No visitor waits for an answer.",
  failed: "No message failed.",
};

const notFitting = "No conversation fits the filter.";

/** The inbox's lists: tabs, filter, and the conversations, of which only those in sight are rendered. */
export function ConversationList(props: ConversationListProps): ReactElement {
  const { list, view, openId, summary } = props;
  // State, so that rows that are there at once get it, too.
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const { conversations } = list;
  const channels = summary?.channels ?? [];
  const rows = conversations ?? [];
  return (
    <nav
      className="conversations"
      aria-label="Conversations"
      data-testid="conversation-list"
      data-count={rows.length}
    >
      <div className="list-head" onKeyDown={moveFocus}>
        <ListTabs view={view} openId={openId} summary={summary} />
        <ListFilter view={view} openId={openId} channels={channels} />
      </div>
      <div className="list-body" ref={setBox}>
        {conversations === null && <p className="loading">Loading…</p>}
        {conversations?.length === 0 && <EmptyList view={view} />}
        {summary?.complete === false && view.list !== "all" && (
          <p className="list-note muted" role="status">
            This list is still being built. Some conversations may be missing.
          </p>
        )}
        {rows.length > 0 && box !== null && (
          <Rows {...props} box={box} hasChannels={channels.length > 1} />
        )}
        {list.isLoadingMore && <p className="loading">Loading…</p>}
      </div>
    </nav>
  );
}

function EmptyList({ view }: Pick<ConversationListProps, "view">): ReactElement {
  if (view.list === "all" && !isFiltered(view)) return <EmptyInbox />;
  const words = isFiltered(view) || view.list === "all" ? notFitting : empty[view.list];
  return (
    <p className="empty muted" data-testid="empty-list">
      {words}
    </p>
  );
}

interface RowsProps extends ConversationListProps {
  readonly box: HTMLElement;
  readonly hasChannels: boolean;
}

function Rows({ list, view, openId, box, hasChannels }: RowsProps): ReactElement {
  const rows = list.conversations ?? [];
  const [typing, writing] = [useTyping(), useWriting()];
  const isActive = Object.keys(typing).length > 0 || Object.keys(writing).length > 0;
  const [now, minutes] = [useNow(isActive), useMinutes()];
  const openIndex = rows.findIndex(({ id }) => id === openId);
  const keys = useListKeys(box, rows.length, openIndex, (index) =>
    virtualizer.scrollToIndex(index),
  );
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.id ?? index,
    overscan,
    // The tab stop stays in the page when it is scrolled out of sight.
    rangeExtractor: (range) => [
      ...new Set([...defaultRangeExtractor(range), Math.min(keys.tabStop, rows.length - 1)]),
    ],
  });
  const items = virtualizer.getVirtualItems();
  const last = virtualizer.range?.endIndex ?? 0;
  const { hasMore, loadMore } = list;
  useEffect(() => {
    if (hasMore && last >= rows.length - overscan) loadMore();
  });

  return (
    <div
      className="list-rows"
      style={{ height: virtualizer.getTotalSize() }}
      onKeyDown={keys.onKeyDown}
    >
      {items.map(({ key, index, start }) => {
        const conversation = rows[index];
        if (conversation === undefined) return null;
        const { id } = conversation;
        const writer = writing[id];
        return (
          <div
            className="list-row"
            key={key}
            style={{ transform: `translateY(${start}px)` }}
            onFocus={() => keys.onFocus(index)}
          >
            <ConversationRow
              conversation={conversation}
              address={inboxAddress(view, id)}
              index={index}
              isOpen={id === openId}
              isTabStop={index === keys.tabStop}
              isTyping={isTyping(typing[id] ?? null, now)}
              writer={writer !== undefined && isTyping(writer.since, now) ? writer.name : null}
              waits={waitOf(conversation, minutes)}
              hasChannel={hasChannels}
            />
          </div>
        );
      })}
    </div>
  );
}
