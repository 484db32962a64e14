import { type InboxListName, inboxListNames } from "../../src/conversations/inbox/inbox-list.ts";

/** Which conversations the inbox shows: one of its lists, limited by channel and by the day of the last message. */
export interface InboxView {
  readonly list: InboxListName;
  readonly channel: string | null;
  /** `2026-01-31`, both days included. */
  readonly from: string | null;
  readonly to: string | null;
}

export const everything: InboxView = { list: "all", channel: null, from: null, to: null };

export function isEverything(view: InboxView): boolean {
  return view.list === "all" && !isFiltered(view);
}

export function isFiltered({ channel, from, to }: InboxView): boolean {
  return channel !== null || from !== null || to !== null;
}

/** Address of the inbox with this view, of one of its conversations, and of one of its messages. */
export function inboxAddress(
  view: InboxView,
  id: string | null = null,
  message: string | null = null,
): string {
  const { list, channel, from, to } = view;
  const query = new URLSearchParams();
  if (id !== null && list !== "all") query.set("list", list);
  for (const [name, value] of Object.entries({ channel, from, to, message })) {
    if (value !== null) query.set(name, value);
  }
  const search = query.size === 0 ? "" : `?${query}`;
  if (id !== null) return `#/c/${encodeURIComponent(id)}${search}`;
  return list === "all" && search === "" ? "#/" : `#/inbox/${list}${search}`;
}

/** Reads a view from an address, which is untrusted. `list` is the name in the path, if any. */
export function viewIn(list: string | null, query: URLSearchParams): InboxView {
  const name = list ?? query.get("list");
  return {
    list: inboxListNames.find((each) => each === name) ?? "all",
    channel: query.get("channel") || null,
    from: dayIn(query.get("from")),
    to: dayIn(query.get("to")),
  };
}

/** The query of the API for a view; empty for everything. */
export function viewQuery({ list, ...filter }: InboxView): string {
  const query = filterQuery(filter);
  if (list === "all") return query;
  return query === "" ? `list=${list}` : `list=${list}&${query}`;
}

/** The query of the API for the filters of a view. */
export function filterQuery({ channel, from, to }: Omit<InboxView, "list">): string {
  const query = new URLSearchParams();
  if (channel !== null) query.set("channel", channel);
  if (from !== null) query.set("from", String(startOf(from)));
  if (to !== null) query.set("to", String(startOf(to, 1)));
  return query.toString();
}

function dayIn(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
  return Number.isNaN(startOf(text)) ? null : text;
}

/** Epoch milliseconds at which a day begins for the agent, or a later day. */
function startOf(day: string, daysLater = 0): number {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + daysLater).getTime();
}
