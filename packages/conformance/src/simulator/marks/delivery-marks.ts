import type { Delivery } from "../judge/delivery.ts";
import type { Mark } from "./mark.ts";
import { deliveriesOf, type Run } from "../judge/run.ts";

const lateMs = 500;

/** Marks of single deliveries. */
export const deliveryMarks: readonly Mark[] = [
  mark("retry after a crash", "outbound", ({ posts, grants }) => {
    const crashed = grants.some(
      ({ endedBy }) => endedBy === "released" || endedBy === "taken-over",
    );
    return crashed && posts.length > 1;
  }),
  mark("takeover of an expired lease", null, ({ grants }) =>
    grants.some(({ endedBy }) => endedBy === "taken-over"),
  ),
  mark("lease given back", null, ({ grants }) =>
    grants.some(({ endedBy }) => endedBy === "released"),
  ),
  mark(
    "success at the third attempt",
    "outbound",
    ({ state, posts }) => state === "delivered" && posts.at(-1)?.grant.attempt === 3,
  ),
  mark(
    "three attempts in vain",
    "outbound",
    ({ state, posts }) => state === "failed" && posts.length === 3,
  ),
  mark("missed tick", "outbound", ({ grants }) =>
    grants.some(({ attempt }, index) => attempt > (grants[index - 1]?.attempt ?? 0) + 1),
  ),
  mark("late start", "outbound", ({ posts }) =>
    posts.some(
      ({ local, grant }) => local - grant.startedAt - 3_000 * (grant.attempt - 1) > lateMs,
    ),
  ),
  ...(
    ["interrupted", "rejected", "timeout", "unreachable", "redirect", "unusable-answer"] as const
  ).map((reason) =>
    mark(`failed: ${reason}`, "outbound", (delivery) => delivery.reason === reason),
  ),
  mark(
    "failed: channel-removed while waiting",
    "outbound",
    ({ reason }) => reason === "channel-removed",
  ),
  mark("dead letter, rejected", "inbound", ({ reason }) => reason === "backend-rejected"),
  mark("dead letter, alone to blame", "inbound", ({ reason }) => reason === "backend-failing"),
  mark(
    "dead letter redelivered",
    "inbound",
    ({ isAgain, state }) => isAgain && state === "delivered",
  ),
  mark("message sent again", "outbound", ({ isAgain }) => isAgain),
  mark("erased while waiting", null, ({ state }) => state === "erased"),
  mark("positive reply lost, then repeated", "outbound", ({ posts }) =>
    posts.slice(0, -1).some(({ end }) => end === "reply-lost" || end === "slow"),
  ),
  mark("taken by the agent app, then repeated", "inbound", ({ calls }) =>
    calls.slice(0, -1).some(({ end }) => end === "taken-lost" || end === "taken-late"),
  ),
  mark("report retried", "reports", ({ calls }) => calls.length > 1),
  mark(
    "carried by two nodes",
    null,
    ({ grants }) => new Set(grants.map(({ life }) => life.split(".")[0])).size > 1,
  ),
  mark(
    "taken late and settled all the same",
    "inbound",
    ({ calls, state }) =>
      state === "delivered" && calls.some(({ outcome }) => outcome === "aborted"),
  ),
  mark(
    "message split in parts",
    null,
    ({ message, conversation }) =>
      [...conversation.newest.values()].filter(
        (other) => other.message.length > 900 && other.message !== message,
      ).length > 1,
  ),
  {
    name: "channel parked and unparked",
    isHit: (run) => deliveriesOf(run, "outbound").some((delivery) => isUnparked(run, delivery)),
  },
];

function mark(
  name: string,
  kind: Delivery["kind"] | null,
  isHit: (delivery: Delivery) => boolean,
): Mark {
  return {
    name,
    isHit: ({ ledger }) =>
      ledger.deliveries.some(
        (delivery) => (kind === null || delivery.kind === kind) && isHit(delivery),
      ),
  };
}

/** Started by the call that settled another conversation's head, on a channel at its bound. */
function isUnparked(
  { ledger, plan }: Run,
  { ahead, committedAt, grants, conversation }: Delivery,
): boolean {
  const [first] = grants;
  if (ahead > 0 || first === undefined || first.at === committedAt) return false;
  const { channelKey, id } = conversation;
  const atWork = ledger.deliveries.filter(
    (other) =>
      other.kind === "outbound" &&
      other.conversation.channelKey === channelKey &&
      other.conversation.id !== id &&
      (other.grants[0]?.at ?? Number.POSITIVE_INFINITY) <= committedAt &&
      (other.settledAt ?? 0) >= committedAt,
  );
  const isFreed = atWork.some(({ settledAt }) => settledAt === first.at);
  return atWork.length >= plan.bounds.seriesPerChannel && isFreed;
}
