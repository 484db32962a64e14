import type { CommitBatch } from "@parley/core";
import type { Session } from "../connection/session.ts";
import type { LaneRow } from "./lane-rows.ts";
import type { Work } from "./lanes.ts";

/**
 * Reads the heads that a batch may lease without settling a delivery before them: behind a change of owner, and of lanes
 * that it gives to another backend. Most batches have none, and read nothing.
 */
export async function loadOwnersHeads(
  session: Session,
  { appends }: CommitBatch,
  { lanes, conversations, deliveries }: Pick<Work, "lanes" | "conversations" | "deliveries">,
): Promise<void> {
  const changed = appends.filter((append) => append.kind === "owner");
  const ids = new Set(changed.map(({ conversationId }) => conversationId));
  const isGiven = ({ conversation, kind }: LaneRow): boolean =>
    ids.size > 0 &&
    kind === "inbound" &&
    ids.has(conversations.byNumber(conversation)?.current.id ?? "");
  const found = lanes.all().filter((lane) => lane.ownerChange !== null || isGiven(lane));
  const heads = found.filter(({ waiting }) => waiting > 0);
  await deliveries.load(
    session,
    heads.map(({ conversation, head }) => ({ conversation, sequence: head })),
  );
}
