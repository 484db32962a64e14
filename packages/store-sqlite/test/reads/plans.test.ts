import {
  backendStoreSuite,
  collectResults,
  deliveryStoreSuite,
  type OpenedStores,
  ownerStoreSuite,
  randomStoreScript,
  runStoreScript,
} from "@parley/conformance";
import { scriptOf } from "@parley/core/sql-store";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrations } from "../../src/schema/migrations/all.ts";
import { openStores } from "../support/opened-stores.ts";
import { RandomOwners } from "../owners/random-owners.ts";
import { type Planning, watchPlans } from "./plan-watch.ts";

/** Tables that are small or scanned on purpose. */
const walked = [
  "parley_schema",
  "sqlite_master",
  "sqlite_schema",
  "channels",
  "plugin_instances",
  "backend_pauses",
  "backend_answers",
  "backends",
  "(subquery-",
  "CONSTANT ROW",
];

/** Scans all lanes on purpose: the backlog, what a start or a stop releases, and who takes `default` over. */
const scansLanes =
  /^select sum\(kind = 0\)|from lanes where (?:\(conversation, kind\) > |kind \/ 4 = \+\? and kind <> 1$)/;

/** Counts conversations by owner: every entry of two small indexes. */
const countsOwners =
  /^select (?:backend, assignee, )?count\(\*\) as conversations from (?:conversations|activities)/;

const database = new Sqlite(":memory:");
let statements = new Map<string, Planning>();

beforeAll(async () => {
  database.exec(scriptOf(migrations, true));
  const watch = watchPlans();
  try {
    for (let seed = 0; seed < 12; seed += 1)
      await runStoreScript(openStores, randomStoreScript(seed));
    await collectResults((runner) => deliveryStoreSuite(runner, "SQLite", openStores));
    await collectResults((runner) => ownerStoreSuite(runner, "SQLite", openStores));
    await collectResults((runner) => backendStoreSuite(runner, "SQLite", openStores));
    for (let seed = 0; seed < 4; seed += 1)
      await new RandomOwners(await openStores(), seed).run(60);
    await useChannels(await openStores());
  } finally {
    watch.stop();
  }
  statements = watch.statements;
});
afterAll(() => database.close());

async function useChannels({ channels, close }: OpenedStores): Promise<void> {
  await channels.list();
  await channels.find("shop");
  await close();
}

function stepsOfPlans(): readonly (readonly [sql: string, step: string])[] {
  return [...statements.keys()]
    .filter(
      (sql) => /^\s*(select|insert|update|delete)/.test(sql) && !/(into|from) owner/.test(sql),
    )
    .flatMap((sql) =>
      database
        .prepare(`explain query plan ${sql}`)
        .all(...Array.from({ length: sql.split("?").length - 1 }, () => 1))
        .map((row) => [sql, (row as { detail: string }).detail] as const),
    );
}

/** How SQLite tells of a look-up by row in the search index. */
const rowOfIndex = "VIRTUAL TABLE INDEX 0:=";

describe("every statement of the store", () => {
  it("finds its rows by an index and sorts none, however many there are", () => {
    expect(statements.size).toBeGreaterThan(40);
    const slow = stepsOfPlans().filter(
      ([sql, step]) =>
        (step.startsWith("SCAN") &&
          !step.endsWith(rowOfIndex) &&
          !scansLanes.test(sql) &&
          !countsOwners.test(sql) &&
          !walked.some((table) => step.startsWith(`SCAN ${table}`))) ||
        step.includes("TEMP B-TREE"),
    );
    expect(slow).toEqual([]);
  });

  it("claims, slots, releases and dead letters by ranges of their partial indexes", () => {
    const steps = stepsOfPlans().map(([, step]) => step);
    for (const index of [
      "lanes_by_due",
      "lanes_by_channel",
      "lanes_by_pause",
      "lanes_by_backend_pause",
      "lanes_inbound_of_others",
      "conversations_by_owner",
      "deliveries_dead",
      "deliveries_failed",
    ]) {
      expect(steps.filter((step) => step.startsWith("SEARCH") && step.includes(index))).not.toEqual(
        [],
      );
    }
  });

  it("is planned when it is prepared, and not again at every call", () => {
    const often = [...statements].filter(([, { prepared, planned }]) => planned > prepared);
    expect(often).toEqual([]);
  });

  it("and this test detects repeated planning", () => {
    const watch = watchPlans();
    const bare = database.prepare("select name from sqlite_schema limit ?");
    for (let call = 1; call < 10; call += 1) bare.get(call);
    watch.stop();
    const [{ planned, prepared }] = [...watch.statements.values()] as [Planning];
    expect(planned).toBeGreaterThan(prepared);
  });
});
