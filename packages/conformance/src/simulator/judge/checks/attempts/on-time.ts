import { type CalmPeriods, calmPeriodsOf } from "../../calm-periods.ts";
import { contract } from "../../contract.ts";
import { type Delivery, usedGrants } from "../../delivery.ts";
import { type Check, deliveriesOf, entriesOf } from "../../run.ts";

/** Ticks are 0, 3 and 6 s after the first recorded start. Only a documented cause makes one late. */
export const onTime: Check = {
  name: "on-time",
  promise: "Attempts start at 0, 3 and 6 s after the first one began, while a node runs.",
  find: (run) => {
    const calm = calmPeriodsOf(run);
    const jumped = entriesOf(run, "life").some(({ event }) => event === "jump");
    return deliveriesOf(run, "outbound").flatMap((delivery) => [
      ...(jumped ? [] : movedStart(delivery)),
      ...outsideWindow(delivery),
      ...late(delivery, calm),
      ...missing(delivery, calm),
    ]);
  },
};

function movedStart(delivery: Delivery): string[] {
  const starts = new Set(usedGrants(delivery).map(({ startedAt }) => startedAt));
  return starts.size > 1 ? [`${delivery.id} began at ${[...starts].join(" and at ")}`] : [];
}

function outsideWindow({ id, posts }: Delivery): string[] {
  return posts.flatMap(({ local, grant }) => {
    const sinceTick = local - grant.startedAt - contract.tickMs * (grant.attempt - 1);
    if (sinceTick >= 0 && sinceTick < contract.tickMs) return [];
    const when = sinceTick < 0 ? `${-sinceTick} ms before` : `${sinceTick} ms after`;
    return [`${id}: attempt ${grant.attempt} went ${when} its tick`];
  });
}

function late(delivery: Delivery, calm: CalmPeriods): string[] {
  const { id, posts } = delivery;
  return posts.flatMap(({ local, at, askedAt, grant }) => {
    const tick = grant.startedAt + contract.tickMs * (grant.attempt - 1);
    const lateMs = local - (at - askedAt) - tick;
    const isLate = lateMs > calm.toleranceMs && calm.holds(delivery, at - lateMs - 100, at);
    return isLate ? [`${id}: attempt ${grant.attempt} was ${lateMs} ms late`] : [];
  });
}

/** In a calm period no tick is skipped. */
function missing(delivery: Delivery, calm: CalmPeriods): string[] {
  const { id, reason, state, settledAt } = delivery;
  const grants = usedGrants(delivery);
  const [first] = grants;
  if (first === undefined || settledAt === null || state === "erased") return [];
  if (reason === "channel-removed" || !calm.holds(delivery, first.at, settledAt)) return [];
  const attempts = grants.map(({ attempt }) => attempt);
  const isWhole = attempts.every((attempt, index) => attempt === index + 1);
  const isLong = state === "delivered" || reason === "rejected" || attempts.length >= 3;
  return isWhole && isLong
    ? []
    : [`${id} ended ${state} after the attempts ${attempts.join(", ")}`];
}
