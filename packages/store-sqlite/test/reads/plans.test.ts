import {
  collectResults,
  deliveryStoreSuite,
  type OpenedStores,
  randomStoreScript,
  runStoreScript,
} from "@parley/conformance";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { migrations } from "../../src/schema/migrations/all.ts";
import { openStores, openWithTail } from "../support/opened-stores.ts";
import { type Planning, watchPlans } from "./plan-watch.ts";

/** Tables that are small or scanned on purpose. */
const walked = [
  "schema",
  "sqlite_master",
  "sqlite_schema",
  "channels",
  "(subquery-",
  "CONSTANT ROW",
];

/** Sorts the tail's rows on purpose. */
const sortsTail = /^insert (or (replace|ignore) )?into (sequences|identities|idempotency_keys)/;

/** Scans all lanes on purpose. */
const countsAll = "select sum(kind = 0)";

const database = new Sqlite(":memory:");
let statements = new Map<string, Planning>();

beforeAll(async () => {
  for (const { sql } of migrations) database.exec(sql);
  const watch = watchPlans();
  try {
    // With a short tail, other statements write a part of what a long tail's cut writes.
    for (let seed = 0; seed < 12; seed += 1)
      await runStoreScript(
        () => openWithTail(seed % 3 === 0 ? 16 : undefined),
        randomStoreScript(seed),
      );
    // Random scripts commit few rows together. The suite covers statements with eight rows.
    await collectResults((runner) => deliveryStoreSuite(runner, "SQLite", openStores));
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

/** Number of rows of the longest of these statements. */
function rowsOf(first: string): number {
  const rows = [...statements.keys()]
    .filter((sql) => sql.startsWith(first) && sql.includes("values ("))
    .map((sql) => sql.split("), (").length);
  return Math.max(0, ...rows);
}

describe("every statement of the store", () => {
  it.each([
    ["insert into deliveries", 8],
    ["insert into recent_keys", 8],
    ["insert into sequences", 32],
    ["update deliveries set state = 1", 8],
  ])("is seen, with as many rows as it may have: %s", (first, rows) => {
    expect(rowsOf(first)).toBe(rows);
  });

  it("finds its rows by an index and sorts none, however many there are", () => {
    expect(statements.size).toBeGreaterThan(40);
    for (const table of ["sequences", "identities"])
      expect([...statements.keys()]).toContainEqual(
        expect.stringMatching(new RegExp(`^insert into ${table} [^]* on d\\.position = some\\.`)),
      );
    const slow = stepsOfPlans().filter(
      ([sql, step]) =>
        (step.startsWith("SCAN") &&
          !/^SCAN \d+-ROW VALUES CLAUSE$/.test(step) &&
          !sql.startsWith(countsAll) &&
          !walked.some((table) => step.startsWith(`SCAN ${table}`))) ||
        (/TEMP B-TREE/.test(step) && !sortsTail.test(sql)),
    );
    expect(slow).toEqual([]);
  });

  it("claims, slots, releases and dead letters by ranges of their partial indexes", () => {
    const steps = stepsOfPlans().map(([, step]) => step);
    for (const index of [
      "lanes_by_due",
      "lanes_by_seat",
      "lanes_by_owner",
      "deliveries_dead",
      "deliveries_failed",
    ]) {
      expect(steps.filter((step) => step.startsWith("SEARCH") && step.includes(index))).not.toEqual(
        [],
      );
    }
  });

  it("finds a visitor's conversation by its number when that is cached", () => {
    const steps = stepsOfPlans().filter(([sql]) => sql.endsWith("and conversation = +?"));
    expect(steps.map(([, step]) => step)).toEqual([
      expect.stringMatching(/^SEARCH conversations USING INTEGER PRIMARY KEY/),
    ]);
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
