import type { Append, CommitBatch, InboundAppend, Settlement } from "@parley/core";
import { searchable } from "../statements/searchable.ts";
import type { SlotUse } from "./channel-slots.ts";

/** Numbers of a conversation and of its channel's key. */
export interface Place {
  readonly number: number;
  readonly channel: number;
}

/** The numbers of a batch's conversations. */
export interface NumberLookup {
  byId(conversationId: string): Place | undefined;
  madeFor(append: InboundAppend): Place | undefined;
}

/** What a batch reads under its locks. */
export interface BatchReads {
  /** First deliveries of messages that it sends again. */
  readonly again: readonly { readonly conversation: number; readonly sequence: number }[];
  readonly identified: readonly { readonly append: InboundAppend; readonly place: Place }[];
  readonly keyed: readonly { readonly conversation: number; readonly key: string }[];
  readonly slots: readonly SlotUse[];
  /** Maximum number of tokens that it needs, not counting those for channel slots. */
  readonly tokens: number;
}

/** Entries without a number need no read. */
export function readsOf({ appends, settlements }: CommitBatch, places: NumberLookup): BatchReads {
  return {
    again: appends.flatMap((append) =>
      append.kind === "again"
        ? at(places.byId(append.conversationId), ({ number }) => ({
            conversation: number,
            sequence: append.sequence,
          }))
        : [],
    ),
    identified: appends.flatMap((append) =>
      append.kind === "inbound" ? at(places.madeFor(append), (place) => ({ append, place })) : [],
    ),
    keyed: appends.flatMap((append) => {
      if (append.kind !== "outbound" || append.idempotencyKey === null) return [];
      const key = append.idempotencyKey;
      return at(places.byId(append.conversationId), ({ number }) => ({
        conversation: number,
        key,
      }));
    }),
    slots: slotUsesOf({ appends, settlements }, places),
    tokens: sumOf(appends, tokensOf) + 2 * settlements.length,
  };
}

/** Ids of conversations whose channels' slots a batch may change. */
export function activeIds({ appends, settlements }: CommitBatch): readonly string[] {
  return [
    ...settlements.filter(endsSeries).map(({ lane }) => searchable(lane.conversationId)),
    ...appends.flatMap((append) => (isOutbound(append) ? (idOf(append) ?? []) : [])),
  ];
}

/** The id of the append's conversation; `null` when it names a visitor. */
export function idOf(append: Append): string | null {
  return append.kind === "inbound" ? null : searchable(append.conversationId);
}

function slotUsesOf(
  { appends, settlements }: CommitBatch,
  places: NumberLookup,
): readonly SlotUse[] {
  const ends = new Map<number, number>();
  const add = (conversationId: string, more: number): void => {
    const place = places.byId(conversationId);
    if (place !== undefined) ends.set(place.channel, (ends.get(place.channel) ?? 0) + more);
  };
  for (const one of settlements) if (endsSeries(one)) add(one.lane.conversationId, 1);
  for (const append of appends) if (isOutbound(append)) add(idOf(append) ?? "", 0);
  return [...ends].map(([channel, count]) => ({ channel, ends: count }));
}

/** A change of owner starts a lane of the new backend, and one of notices for the old one. */
function tokensOf({ kind }: Append): number {
  return kind === "owner" ? 2 : 1;
}

function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

function at<Read>(place: Place | undefined, read: (place: Place) => Read): Read[] {
  return place === undefined ? [] : [read(place)];
}

function isOutbound(append: Append): boolean {
  return append.kind === "outbound" || (append.kind === "again" && append.direction === "outbound");
}

function endsSeries({ lane, verdict }: Settlement): boolean {
  return lane.kind === "outbound" && verdict.kind !== "retry";
}
