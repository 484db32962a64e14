import { type Check, entriesOf, type Run } from "../../run.ts";

/** Maximum duration of a stop without slow store calls. */
const stopMs = 10_000;

/** A node that stops in order settles or releases its leases in time. */
export const drain: Check = {
  name: "drain",
  promise: "A node that stops in order keeps no lease, and stops within 10 s.",
  find: (run) =>
    entriesOf(run, "life").flatMap((entry) =>
      entry.event === "stopped" ? faultsOf(run, entry) : [],
    ),
};

function faultsOf(
  run: Run,
  { life, at }: { readonly life: string; readonly at: number },
): string[] {
  const began = entriesOf(run, "life").findLast(
    (entry) => entry.event === "stopping" && entry.life === life,
  );
  const from = began?.at ?? at;
  const isExcused = entriesOf(run, "trouble").some(
    (trouble) =>
      trouble.life === life && trouble.at + trouble.ms >= from - stopMs && trouble.beganAt <= at,
  );
  const isPaused = entriesOf(run, "life").some(
    (entry) => entry.event === "paused" && entry.life === life && entry.at + entry.ms >= from,
  );
  const isReleased = !entriesOf(run, "trouble").some(
    (trouble) =>
      trouble.life === life &&
      trouble.operation === "release" &&
      trouble.end !== "done" &&
      trouble.at >= from,
  );
  const held = isReleased ? heldBy(run, life, at) : [];
  const isLate = at - from > stopMs && !isExcused && !isPaused;
  return isLate ? [...held, `${life} took ${at - from} ms to stop`] : held;
}

function heldBy(run: Run, life: string, at: number): string[] {
  return run.ledger.deliveries.flatMap(({ id, grants }) =>
    grants.some((grant) => grant.life === life && (grant.endedAt === null || grant.endedAt > at))
      ? [`${life} stopped and still holds ${id}`]
      : [],
  );
}
