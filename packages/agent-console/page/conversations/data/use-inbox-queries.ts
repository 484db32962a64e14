import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { ConversationView } from "../../../src/conversations/conversation-view.ts";
import type { InboxSummary } from "../../../src/conversations/inbox/inbox-list.ts";
import type { PresenceView } from "../../../src/accounts/presence.ts";
import { type InboxView, isEverything } from "../inbox-view.ts";
import type { ThreadState, Writer } from "../inbox-state.ts";
import { againMs, isGone, isMovedAway } from "../../api/call.ts";
import { useInboxData } from "./data-context.ts";
import { keys, type Moved, type Typing, type Writing } from "./inbox-cache.ts";
import { shownConversations } from "./list-data.ts";
import { conversationQuery, listQuery, summaryQuery, threadQuery } from "./queries.ts";

const noPresence = { available: false, withoutPage: false, present: false, anyAvailable: false };

export interface ConversationList {
  /** `null` until the first page is loaded. */
  readonly conversations: readonly ConversationView[] | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly loadMore: () => void;
}

/** A list of conversations. The open one is always in it, so that it does not leave while it is read. */
export function useConversationList(
  view: InboxView,
  open: ConversationView | null,
  isLive: boolean,
): ConversationList {
  const data = useInboxData();
  const [isLoadingMore, setLoadingMore] = useState(false);
  const list = useQuery({ ...listQuery(data, view), enabled: isLive }).data;
  const found = useHeld<readonly ConversationView[], readonly ConversationView[]>(
    keys.found,
    [],
    whole,
  );
  const conversations = useMemo(
    () =>
      list === undefined
        ? null
        : shownConversations(list, { found: isEverything(view) ? found : [], open }),
    [list, found, open, view],
  );
  const loadMore = async (): Promise<void> => {
    setLoadingMore(true);
    const isLoaded = await data
      .guarded(() => data.load.olderConversations(view))
      .then(
        () => true,
        () => false,
      );
    // The list asks again as long as its end is in sight.
    if (isLoaded) setLoadingMore(false);
    else setTimeout(() => setLoadingMore(false), againMs);
  };
  return {
    conversations,
    hasMore: list !== undefined && list.next !== null,
    isLoadingMore,
    loadMore: () => {
      if (!isLoadingMore) void loadMore();
    },
  };
}

/** A conversation by its id: as a list has it, or else loaded; `null` while it is not known. */
export function useConversation(id: string | null, isLive: boolean): ConversationView | null {
  const data = useInboxData();
  const known = id === null ? undefined : data.cache.find(id);
  const { data: loaded } = useQuery({
    ...conversationQuery(data, id ?? ""),
    enabled: id !== null && isLive,
    ...(known !== undefined && { initialData: known }),
  });
  return loaded ?? null;
}

/** `gone`: there is no such conversation, or no longer. `moved`: another agent app answers it, and it may not be read. */
export type Absence = "gone" | "moved" | null;

export function useAbsence(id: string | null, isLive: boolean): Absence {
  const data = useInboxData();
  const { error } = useQuery({
    ...conversationQuery(data, id ?? ""),
    enabled: id !== null && isLive,
  });
  if (isMovedAway(error)) return "moved";
  return isGone(error) ? "gone" : null;
}

/** Name of the agent app that a conversation has moved to; empty: it is not known. */
export function useMovedTo(id: string): string {
  return useHeld<Moved, string>(keys.moved, {}, (moved) => moved[id] ?? "");
}

export function useThread(id: string | null, isLive: boolean): ThreadState | null {
  const data = useInboxData();
  const { data: thread } = useQuery({
    ...threadQuery(data, id ?? ""),
    enabled: id !== null && isLive,
  });
  return thread ?? null;
}

/** Counts and channels for the filters of a view; `null` until they are loaded. */
export function useInboxSummary(view: InboxView): InboxSummary | null {
  const data = useInboxData();
  const { data: summary } = useQuery({
    ...summaryQuery(data, view),
    placeholderData: keepPreviousData,
  });
  return summary ?? null;
}

export function useTyping(): Typing {
  return useHeld<Typing, Typing>(keys.typing, {}, whole);
}

export function useWriting(): Writing {
  return useHeld<Writing, Writing>(keys.writing, {}, whole);
}

/** When the visitor of a conversation started to type; `null` when they are not typing. */
export function useTypingIn(id: string): number | null {
  return useHeld<Typing, number | null>(keys.typing, {}, (typing) => typing[id] ?? null);
}

/** The other agent who is writing an answer; `null` when there is none. */
export function useWriterIn(id: string): Writer | null {
  return useHeld<Writing, Writer | null>(keys.writing, {}, (writing) => writing[id] ?? null);
}

export function usePresence(): PresenceView {
  return useHeld<PresenceView, PresenceView>(keys.presence, noPresence, whole);
}

/** Something that only live events and this page change, or a part of it. */
function useHeld<Value, Part>(
  queryKey: readonly string[],
  first: Value,
  select: (value: Value) => Part,
): Part {
  const held = useQuery({
    queryKey,
    queryFn: () => first,
    enabled: false,
    initialData: first,
    select,
  });
  return held.data ?? select(first);
}

function whole<Value>(value: Value): Value {
  return value;
}
