import { defaultBounds } from "@parley/core";
import { type Check, entriesOf, type Run } from "../../run.ts";
import type { CallKind, Entry } from "../../trace-entry.ts";

/** Typing notices that one node may send at once. */
const typingLimit = 256;

/** No node exceeds its bounds. */
export const bounded: Check = {
  name: "bounded",
  promise: "No node has more under way, nor hands its store more at once, than its bounds allow.",
  find: (run) => [...tooManyUnderWay(run), ...tooManyAtOnce(run)],
};

function tooManyUnderWay({ entries, plan: { bounds } }: Run): string[] {
  const limits = {
    post: bounds.outboundLeases,
    receive: bounds.inboundLeases,
    report: bounds.reportLeases,
    // Older plans do not name it.
    delivered: bounds.noticeLeases ?? defaultBounds.noticeLeases,
    typing: typingLimit,
  };
  const open = new Map<number, string>();
  const counts = new Map<string, number>();
  return entries.flatMap((entry): string[] => {
    if (entry.kind === "post-end" || entry.kind === "backend-end") {
      const key = open.get(entry.call);
      if (key !== undefined && open.delete(entry.call)) counts.set(key, (counts.get(key) ?? 0) - 1);
      return [];
    }
    const kind = kindOf(entry);
    if (kind === null || !("call" in entry)) return [];
    const { backend = "" } = "end" in entry && entry.kind !== "post" ? entry : {};
    const key = `${entry.life} ${kind} ${backend}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    open.set(entry.call, key);
    return count > limits[kind] ? [`${entry.life} has ${count} under way: ${kind}`] : [];
  });
}

function kindOf(entry: Entry): Exclude<CallKind, "owner"> | "post" | "typing" | null {
  if (entry.kind === "post") return entry.typing ? "typing" : "post";
  if (entry.kind === "owner") return entry.change?.isNewOwner === true ? "receive" : "delivered";
  const { kind } = entry;
  return kind === "receive" || kind === "report" || kind === "delivered" ? kind : null;
}

/** The items of one commit waited together, so the bound of waiting items applies. */
function tooManyAtOnce(run: Run): string[] {
  const { waitingAppends } = run.plan.bounds;
  return entriesOf(run, "committing").flatMap(({ labels, life }) =>
    labels.length > waitingAppends ? [`${life} let ${labels.length} appends wait`] : [],
  );
}
