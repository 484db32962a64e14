import { resumedLane } from "@parley/core";
import type { Connection } from "../connection/connection.ts";
import { findLanes, updateLane } from "../lanes/lane-rows.ts";

const longestPaused = `paused_since is not null and owner is null and due > +?
  order by paused_since, conversation, kind limit +?`;
const ofConversation = `conversation = (select conversation from conversations where id = ?)
  and kind <> 1 and owner is null`;

/** Ends the pauses of lanes that are due after `now`, the longest paused first. @returns how many lanes were changed. */
export function resumeLongest(connection: Connection, limit: number, now: number): number {
  const lanes = findLanes(connection, longestPaused, now, limit);
  for (const lane of lanes) updateLane(connection, { ...lane, ...resumedLane(lane, now) });
  return lanes.length;
}

/** Makes the lanes of a conversation come first. @returns how many lanes were changed. */
export function resumeConversation(
  connection: Connection,
  conversationId: string,
  now: number,
): number {
  const lanes = findLanes(connection, ofConversation, conversationId);
  for (const lane of lanes) updateLane(connection, { ...lane, ...resumedLane(lane, now), due: 0 });
  return lanes.length;
}
