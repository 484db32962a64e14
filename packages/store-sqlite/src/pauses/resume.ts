import { resumedLane } from "@parley/core/sql-store";
import type { Connection } from "../connection/connection.ts";
import { findLanes, updateLane } from "../lanes/lane-rows.ts";

const ofBackend = "kind / 4 = +? and kind <> 1";
const longestPaused = `${ofBackend} and paused_since is not null and owner is null and due > +?
  order by paused_since, conversation, kind limit +?`;
const ofConversation = `conversation = (select conversation from conversations where id = +?)
  and ${ofBackend} and owner is null`;

/**
 * Ends the pauses of a backend's lanes that are due after `now`, the longest paused first. @returns how many lanes were
 * changed.
 */
export function resumeLongest(
  connection: Connection,
  backend: number,
  limit: number,
  now: number,
): number {
  const lanes = findLanes(connection, longestPaused, backend, now, limit);
  for (const lane of lanes) updateLane(connection, { ...lane, ...resumedLane(lane, now) });
  return lanes.length;
}

/** Makes the lanes of a backend in a conversation come first. @returns how many lanes were changed. */
export function resumeConversation(
  connection: Connection,
  backend: number,
  conversationId: string,
  now: number,
): number {
  const lanes = findLanes(connection, ofConversation, conversationId, backend);
  for (const lane of lanes) updateLane(connection, { ...lane, ...resumedLane(lane, now), due: 0 });
  return lanes.length;
}
