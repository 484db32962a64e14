import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSqliteConsole, type SqliteConsole } from "../../src/database/sqlite-console.ts";

const random = { token: (characters: number) => "a".repeat(characters), fraction: () => 0 };
let directory: string;
let database: SqliteConsole;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "parley-console-"));
  database = openSqliteConsole(directory, random);
});
afterEach(async () => {
  await database.close();
  await rm(directory, { recursive: true });
});

const prepared = () => vi.spyOn(database.connection, "prepare");
const ask = async (column: number, value: number): Promise<unknown> => {
  const name = sql.ref(`column${column}`);
  const { rows } = await sql`select ${value} as ${name}`.execute(database.queries);
  return rows[0];
};

describe("the statements of the console's SQLite database", () => {
  it("are prepared once for each text, whatever the values", async () => {
    const prepare = prepared();
    for (let value = 1; value <= 50; value += 1)
      expect(await ask(1, value)).toEqual({ column1: value });
    expect(prepare).toHaveBeenCalledTimes(1);
  });

  it("are prepared once inside of transactions too", async () => {
    const prepare = prepared();
    for (let value = 1; value <= 50; value += 1)
      await database.runExclusively((queries) =>
        sql`insert into inbox_progress (name, indexed_to) values (${`name ${value}`}, ${value})`.execute(
          queries,
        ),
      );
    // `begin`, the insert and `commit`.
    expect(prepare).toHaveBeenCalledTimes(3);
    const { rows } = await sql<{ readonly count: number }>`select count(*) as count
      from inbox_progress`.execute(database.queries);
    expect(rows).toEqual([{ count: 50 }]);
  });

  it("are kept for the 200 texts that were used last", async () => {
    for (let column = 1; column <= 200; column += 1) await ask(column, 1);
    await ask(1, 1);
    await ask(201, 1);
    const prepare = prepared();
    await ask(1, 1);
    await ask(3, 1);
    await ask(201, 1);
    expect(prepare).toHaveBeenCalledTimes(0);
    await ask(2, 1);
    expect(prepare).toHaveBeenCalledTimes(1);
  });

  it("are right after the tables have changed", async () => {
    const rows = async () =>
      (await sql`select * from inbox_progress`.execute(database.queries)).rows;
    await sql`insert into inbox_progress (name, indexed_to) values ('one', 7)`.execute(
      database.queries,
    );
    expect(await rows()).toEqual([{ name: "one", indexed_to: 7 }]);
    database.connection.exec("alter table inbox_progress add column later integer");
    expect(await rows()).toEqual([{ name: "one", indexed_to: 7, later: null }]);
    database.connection.exec("vacuum");
    expect(await rows()).toEqual([{ name: "one", indexed_to: 7, later: null }]);
  });
});
