import { queryOptions } from "@tanstack/react-query";
import { filterQuery, type InboxView } from "../inbox-view.ts";
import { keys } from "./inbox-cache.ts";
import type { InboxData } from "./inbox-data.ts";

/** A signal may be lost between nodes. Then counts are late by at most this. */
const summaryMs = 30_000;

export const listQuery = (data: InboxData, view: InboxView) =>
  queryOptions({
    queryKey: keys.list(view),
    queryFn: () => data.guarded(() => data.load.list(view)),
  });

export const threadQuery = (data: InboxData, id: string) =>
  queryOptions({
    queryKey: keys.thread(id),
    queryFn: () => data.guarded(() => data.load.thread(id)),
  });

export const conversationQuery = (data: InboxData, id: string) =>
  queryOptions({
    queryKey: keys.conversation(id),
    queryFn: () => data.guarded(() => data.load.conversation(id)),
  });

/** Counts and channels, for the filters of a view. */
export const summaryQuery = (data: InboxData, view: InboxView) => {
  const query = filterQuery(view);
  return queryOptions({
    queryKey: keys.summary(query),
    queryFn: () => data.load.summary(query),
    refetchInterval: summaryMs,
  });
};
