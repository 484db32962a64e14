import { type Canary, canary } from "./canary.ts";

const checks = ["store suites, PostgreSQL"] as const;
const atOnce = ["several-nodes suite, PostgreSQL, at once"] as const;
const whose = ["several-nodes suite, PostgreSQL, whose a lane is"] as const;
const neighbours = ["several-nodes suite, PostgreSQL, neighbours"] as const;
const folder = "packages/store-postgres/src";

/** Bugs in the PostgreSQL store. */
export const postgresCanaries: readonly Canary[] = [
  canary(checks, "postgres-token-unchecked", "a settlement's token is not checked", {
    file: `${folder}/lanes/lane-rows.ts`,
    find: "find((lane) => lane.token === token);",
    replace: "find((lane) => lane.token === token || token > 0);",
  }),
  canary(atOnce, "postgres-repeat-outside-lock", "a repeat is looked for outside the lock", {
    file: `${folder}/lanes/conversation-locks.ts`,
    find: 'const locked = "order by c.conversation for no key update of c";',
    replace: 'const locked = "order by c.conversation";',
  }),
  canary(whose, "postgres-living-owner-robbed", "lanes of an owner that lives are given away", {
    file: `${folder}/lanes/release.ts`,
    find: "return answer?.dead === true;",
    replace: "return answer !== undefined;",
  }),
  canary(neighbours, "postgres-locked-lane-costs-all", "one locked lane fails the whole batch", {
    file: `${folder}/lanes/commit-parts.ts`,
    find: "const isDivisible = isOfRows(error) && items.length > (isWithStates ? 0 : 1);",
    replace: "const isDivisible = isOfRows(error) && isWithStates && items.length < 0;",
  }),
  canary(neighbours, "postgres-claim-waits", "a claim waits for a lane that somebody else is at", {
    file: `${folder}/claims/due-lanes.ts`,
    find: "for no key update of c skip locked",
    replace: "for no key update of c",
  }),
  canary(
    checks,
    "postgres-next-head-forgotten",
    "a settlement leaves the next head without a due",
    {
      file: `${folder}/lanes/lanes.ts`,
      find: "  else follow(work, lane);\n",
      replace: "  else work.lanes.change({ ...lane, token: null, owner: null, due: null });\n",
    },
  ),
  canary(checks, "postgres-parked-for-good", "a parked lane is never unparked", {
    file: `${folder}/lanes/lanes.ts`,
    find: '  if (lane.kind === "outbound") startParked(work, lane.channel);\n',
    replace: "",
  }),
  canary(checks, "postgres-memo-lost", "what a series must remember is lost between attempts", {
    file: `${folder}/lanes/settle.ts`,
    find: "Object.assign(lane, { token: null, owner: null, due, memo });",
    replace: "Object.assign(lane, { token: null, owner: null, due });",
  }),
  canary(checks, "postgres-pause-counted", "a pause that the backend asked for costs an attempt", {
    file: `${folder}/claims/retries.ts`,
    find: "else greatest(l.attempt - 1, 0) end",
    replace: "else l.attempt end",
  }),
  canary(checks, "postgres-dead-never-released", "lanes of a crashed owner are not given back", {
    file: `${folder}/lanes/release.ts`,
    find: "return answer?.dead === true;",
    replace: "return answer === undefined;",
  }),
];
