import { randomStoreScript, runStoreScript } from "@parley/conformance";
import Sqlite from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { migrations } from "../src/migrations/index.ts";
import { openStores } from "./opened-stores.ts";

/** Tables that are small, or read as a whole on purpose. */
const walked = ["schema", "sqlite_master", "channels", "(subquery-", "CONSTANT ROW"];

const statements = new Set<string>();

beforeAll(async () => {
  const prepare = vi.spyOn(Sqlite.prototype, "prepare");
  for (let seed = 0; seed < 30; seed += 1)
    await runStoreScript(openStores, randomStoreScript(seed));
  const stores = await openStores();
  await stores.channels.list();
  await stores.channels.find("shop");
  await stores.close();
  for (const [sql] of prepare.mock.calls) statements.add(sql);
  prepare.mockRestore();
});

function plansOf(database: Sqlite.Database): readonly (readonly [sql: string, step: string])[] {
  return [...statements]
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

describe("every statement of the store", () => {
  const database = new Sqlite(":memory:");
  afterAll(() => database.close());

  it("finds its rows by an index and sorts none, however many there are", () => {
    for (const { sql } of migrations) database.exec(sql);
    const plans = plansOf(database);
    expect(statements.size).toBeGreaterThan(40);
    const slow = plans.filter(
      ([sql, step]) =>
        (/^SCAN/.test(step) && !walked.some((table) => step.startsWith(`SCAN ${table}`))) ||
        (/TEMP B-TREE/.test(step) && !sql.includes("isDummy")),
    );
    expect(slow).toEqual([]);
  });

  it("claims, seats and dead letters are ranges of their partial indexes", () => {
    const steps = plansOf(database).map(([, step]) => step);
    for (const index of ["lanes_by_due", "lanes_by_seat", "lanes_by_owner", "deliveries_dead"]) {
      expect(steps.filter((step) => step.includes(`SEARCH`) && step.includes(index))).not.toEqual(
        [],
      );
    }
  });
});
