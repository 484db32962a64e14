import { type Check, type Run } from "../../run.ts";
import type { CallKind, Entry } from "../../trace-entry.ts";

type CallEntry = Extract<Entry, { kind: CallKind }>;

/** No notice runs beside a report. A call that was aborted has ended, whatever the agent app still does. */
export const noticesYield: Check = {
  name: "notices-yield",
  promise:
    "On one node, no notice of a delivered message runs beside a report of its conversation.",
  find: (run) => besides(run),
};

function besides({ entries }: Run): string[] {
  const open = new Map<number, CallEntry>();
  return entries.flatMap((entry) => {
    if (entry.kind === "backend-end") open.delete(entry.call);
    if (entry.kind !== "report" && entry.kind !== "delivered") return [];
    const other = [...open.values()].find((call) => isBeside(call, entry));
    open.set(entry.call, entry);
    return other === undefined
      ? []
      : [`${entry.life} called ${entry.kind} for ${entry.id} beside ${other.kind} for ${other.id}`];
  });
}

function isBeside(one: CallEntry, other: CallEntry): boolean {
  return (
    one.kind !== other.kind &&
    one.life === other.life &&
    one.backend === other.backend &&
    one.conversationId === other.conversationId
  );
}
