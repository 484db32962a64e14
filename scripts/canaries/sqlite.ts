import { type Canary, canary } from "./canary.ts";

const checks = ["store suites, SQLite", "gateway suite, SQLite"] as const;
const suites = ["store suites, SQLite"] as const;
const folder = "packages/store-sqlite/src";

/** Bugs in the SQLite store. */
export const sqliteCanaries: readonly Canary[] = [
  canary(checks, "sqlite-token-unchecked", "a settlement's token is not checked", {
    file: `${folder}/lanes/lane-rows.ts`,
    find: "and fencing_token = ? and kind % 4 = +?",
    replace: "and ? is not null and kind % 4 = +?",
  }),
  canary(checks, "sqlite-next-head-forgotten", "a settlement leaves the next head without a due", {
    file: `${folder}/lanes/lanes.ts`,
    find: "  start(work, lane, 1, () => next);\n",
    replace: "",
  }),
  canary(checks, "sqlite-parked-for-good", "a parked lane is never unparked", {
    file: `${folder}/lanes/lanes.ts`,
    find: '  if (lane.kind === "outbound") startParked(work, lane.channel);\n',
    replace: "",
  }),
  canary(checks, "sqlite-release-keeps-token", "a lease that was given back keeps its token", {
    file: `${folder}/lanes/release.ts`,
    find: "      ...lane,\n      token: null,\n      owner: null,",
    replace: "      ...lane,\n      owner: null,",
  }),
  canary(checks, "sqlite-dead-never-released", "lanes of a crashed owner are not given back", {
    file: `${folder}/lanes/release.ts`,
    find: '${scope === "own" ? "=" : "<>"}',
    replace: "=",
  }),
  canary(checks, "sqlite-memo-lost", "what a series must remember is lost between attempts", {
    file: `${folder}/lanes/settle.ts`,
    find: "const left = { ...lane, token: null, owner: null, due, memo };",
    replace: "const left = { ...lane, token: null, owner: null, due };",
  }),
  canary(
    checks,
    "sqlite-taint-forgotten",
    "an id that has carried two contents drops messages again",
    {
      file: `${folder}/rows/identities.ts`,
      find: "    connection.run(taint, id);\n",
      replace: "",
    },
  ),
  canary(checks, "sqlite-report-lost", "a delivery fails and its report is not written", {
    file: `${folder}/lanes/settle.ts`,
    find: "if (followUp !== null) {",
    replace: 'if (followUp !== null && followUp.kind !== "reports") {',
  }),
  canary(suites, "sqlite-notice-lost", "a message is delivered and its notice is not written", {
    file: `${folder}/lanes/settle.ts`,
    find: "if (followUp !== null) {",
    replace: 'if (followUp !== null && followUp.kind !== "notices") {',
  }),
  canary(suites, "sqlite-pause-counted", "a pause that the backend asked for costs an attempt", {
    file: `${folder}/lanes/settle.ts`,
    find: "else if (pause !== undefined) Object.assign(left, pausedLease(lane, pause));",
    replace: "else if (pause !== undefined) left.pausedSince = pause.since;",
  }),
];
