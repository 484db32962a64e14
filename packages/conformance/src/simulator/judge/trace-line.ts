import type { AppendResult, Lease } from "@parley/core";
import type { Entry } from "./trace-entry.ts";

const defaultBackend = "default";

/**
 * An entry as text for the hash, with only the facts on which correct stores agree. It leaves out key order and token
 * numbers, which stores choose, and file names of stacks, which differ between machines.
 */
export function lineOf(entry: Entry): string {
  const { at, local, life, kind } = entry;
  switch (entry.kind) {
    case "commit": {
      const { appends, settlements, states, leases } = entry.result;
      const results = [appends.map(appendLine), settlements, states, leases.map(leaseLine)];
      return JSON.stringify([at, local, life, kind, entry.now, ...results]);
    }
    case "claim":
      return JSON.stringify([at, local, life, kind, entry.now, entry.leases.map(leaseLine)]);
    case "receive": {
      const visitor = Object.entries(entry.visitor ?? {}).toSorted(byName);
      const { backend, fence } = entry;
      const whose = backend === undefined ? [] : [backend, fence];
      const seen = [entry.call, entry.id, entry.end, visitor, ...whose];
      return JSON.stringify([at, local, life, kind, ...seen]);
    }
    case "trapped":
      return JSON.stringify([at, local, life, kind, entry.name]);
    default:
      return JSON.stringify(entry);
  }
}

function appendLine(result: AppendResult): unknown[] {
  const { status } = result;
  if (status === "refused") return [status, result.refusal];
  if (status === "unavailable") return [status];
  return [status, result.conversationId, result.created, ...result.sequences];
}

function leaseLine({
  lane,
  head,
  attempt,
  startedAt,
  until,
  memo,
  pausedSince,
  conversation,
  backend,
}: Lease): unknown[] {
  const terms = [lane.kind, lane.conversationId, attempt, startedAt, until, memo, pausedSince];
  const { sequence, messageSequence, message, sender, recipientId, acceptedAt } = head;
  const { visitorId, createdAt, lastMessageAt, owner } = conversation;
  const whose = backend === defaultBackend ? [] : [backend, owner.backend, owner.fence];
  return [
    ...terms,
    sequence,
    messageSequence,
    message,
    sender,
    recipientId,
    acceptedAt,
    visitorId,
    createdAt,
    lastMessageAt,
    ...whose,
  ];
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}
