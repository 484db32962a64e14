import type { FailureReason } from "@parley/core";
import { contract } from "../../contract.ts";
import { type Delivery, grantsOfOwner, type Post } from "../../delivery.ts";
import type { PostEnd } from "../../../world/fate.ts";
import { type Check, deliveriesOf, type Run } from "../../run.ts";

/** The reason for each end of a POST, when it was the last one seen. */
const reasons: Partial<Record<PostEnd, FailureReason>> = {
  received: "timeout",
  slow: "timeout",
  dripping: "timeout",
  "failure-shape": "rejected",
  "failure-status": "http-status",
  redirect: "redirect",
  garbage: "unusable-answer",
  "http-status": "http-status",
  unreachable: "unreachable",
  "reply-lost": "unreadable-answer",
  "forbidden-target": "forbidden-target",
};

/** Reasons that mean that nothing was sent (ruling 17). */
const nothingSent: ReadonlySet<FailureReason | null> = new Set(["unreachable", "forbidden-target"]);

/** The agent gets the true reason: the last end that was seen. A final answer ends the series. */
export const trueReasons: Check = {
  name: "true-reasons",
  promise:
    "A delivery fails for the reason of its last attempt that may have arrived, and an answer that is final ends it.",
  find: (run) => [
    ...deliveriesOf(run, "outbound").flatMap((delivery) => [
      ...wrongReason(delivery),
      ...deniedArrival(delivery),
      ...wrongWords(delivery),
      ...notFinal(run, delivery),
    ]),
    ...deliveriesOf(run, "inbound").flatMap((delivery) => impatient(delivery)),
  ],
};

function wrongReason(delivery: Delivery): string[] {
  const { id, state, reason, posts } = delivery;
  const last = posts.at(-1);
  if (state !== "failed" || reason === "channel-removed" || last === undefined) return [];
  const isLast = last.grant.attempt === contract.attempts || reason !== "interrupted";
  const wanted = wantedReasons(delivery, last);
  if (!isLast || wanted.length === 0 || wanted.includes(reason)) return [];
  return [`${id} failed with ${reason}; its last attempt ended as ${last.end}`];
}

/** Empty when no node saw the end of the last attempt. If that one sent nothing, the earlier one counts. */
function wantedReasons(delivery: Delivery, last: Post): readonly (FailureReason | null)[] {
  const reason = reasonOf(last);
  if (reason === undefined) return [];
  if (!nothingSent.has(reason)) return [reason];
  const arrived = delivery.posts.filter(mayHaveArrived);
  const newest = arrived.at(-1);
  if (newest !== undefined) {
    const seen = reasonOf(newest);
    const unseen = ["timeout", "interrupted", ...arrived.flatMap((post) => reasonOf(post) ?? [])];
    return seen === undefined ? (unseen as FailureReason[]) : [seen];
  }
  return [reason, "interrupted", ...(isOutOfTime(delivery, last) ? ["unreachable" as const] : [])];
}

/** A message that arrived is never reported as not sent. */
function deniedArrival({ id, state, reason, posts }: Delivery): string[] {
  const arrived = posts.find(mayHaveArrived);
  if (state !== "failed" || arrived === undefined || !nothingSent.has(reason)) return [];
  return [`${id} failed with ${reason}, though an attempt ended as ${arrived.end}`];
}

/** An attempt that was cut off after its permit may have been written. */
function mayHaveArrived({ end, aborted }: Post): boolean {
  return aborted || (end !== "unreachable" && end !== "forbidden-target");
}

/** Whether a later attempt ran out of time before it sent anything. */
function isOutOfTime({ grants, settledNow }: Delivery, { grant: { attempt } }: Post): boolean {
  const newest = grants.at(-1);
  if (newest === undefined || newest.attempt <= attempt || newest.endedBy !== "settled")
    return false;
  return (settledNow ?? 0) >= newest.startedAt + contract.tickMs * newest.attempt;
}

/** The receiver's last description is kept, also when later attempts bring none. */
function wrongWords({ id, state, reason, description, posts }: Delivery): string[] {
  if (state !== "failed" || reason === "channel-removed") return [];
  const worded = posts.filter(({ end }) => end === "failure-shape" || end === "failure-status");
  if (description === undefined)
    return worded.some(isSeen) ? [`${id} failed without the words of its receiver`] : [];
  return worded.length > 0 ? [] : [`${id} failed with words that nobody said: ${description}`];
}

/** An attempt that is aborted early has no outcome; at its deadline it is a timeout. */
function reasonOf(post: Post): FailureReason | undefined {
  return isSeen(post) ? reasons[post.end] : undefined;
}

/** Whether the node saw the end and settled it. */
function isSeen({ aborted, endedAt, grant }: Post): boolean {
  const isSettled = grant.endedBy === "retried" || grant.endedBy === "settled";
  return !aborted && isSettled && endedAt !== null && endedAt <= (grant.endedAt ?? 0);
}

function notFinal({ plan }: Run, { id, posts, conversation }: Delivery): string[] {
  const channel = plan.channels.find((one) => one.id === conversation.channelId);
  const isChanged = plan.inputs.some(
    (input) =>
      (input.kind === "change-channel" || input.kind === "add-channel") &&
      input.channel === conversation.channelId,
  );
  const isFinal = channel?.knobs.failureShape !== "redeliver" && !isChanged;
  return posts.flatMap(({ end, positive, aborted, grant }) => {
    const ends = positive || (end === "failure-shape" && isFinal && !aborted);
    return ends && grant.endedBy === "retried" ? [`${id} goes on after the answer ${end}`] : [];
  });
}

/** Ruling 21: not before ten failures and ten minutes. */
function impatient(delivery: Delivery): string[] {
  const { id, reason, settledNow } = delivery;
  const grants = grantsOfOwner(delivery);
  const [first] = grants;
  if (reason !== "backend-failing" || first === undefined) return [];
  const afterMs = (settledNow ?? 0) - first.startedAt;
  const isDue = grants.length >= contract.blamedAttempts && afterMs >= contract.blamedMs;
  return isDue ? [] : [`${id} was set aside after ${grants.length} attempts and ${afterMs} ms`];
}
