import { Client, type PoolClient } from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { Session } from "../../src/connection/session.ts";
import { BackendNumbers } from "../../src/backends/backend-numbers.ts";
import type { Statement } from "../../src/statements/statement.ts";
import { postgres, stopPostgres } from "../support/opened-stores.ts";

let client: Client;
let roundTrips = 0;

beforeEach(async () => {
  client = new Client({ connectionString: (await postgres()).connectionString });
  await client.connect();
  await client.query("create temporary table numbers (number bigint primary key)");
  roundTrips = 0;
  client.connection.on("readyForQuery", () => (roundTrips += 1));
});
afterEach(() => client.end());
afterAll(stopPostgres);

const noBackends = new BackendNumbers(async () => [], []);
const session = (): Session => new Session(client as PoolClient, 0, noBackends);
const insert: Statement = {
  name: "insert",
  text: "insert into numbers select unnest($1::bigint[])",
};
const all: Statement = { name: "all", text: "select number::text from numbers order by number" };
const echo: Statement = { name: "echo", text: "select $1::text as said, $2::text as other" };
const impossible: Statement = { name: "impossible", text: "select 1 / $1::integer as quotient" };
const misspelt: Statement = { name: "misspelt", text: "selekt 1" };

const numbers = async (): Promise<unknown> => (await client.query(all.text)).rows;

describe("statements of one turn", () => {
  it("take one round trip, run in order, and each gets its own rows", async () => {
    const one = session();
    one.begin(20);
    one.run(insert, [2, 1]);
    const [found, said, none] = await Promise.all([
      one.rows(all),
      one.rows(echo, "a", null),
      one.rows({ name: "none", text: "select from numbers where false" }),
    ]);
    expect(roundTrips).toBe(1);
    expect([found, said, none]).toEqual([
      [{ number: "1" }, { number: "2" }],
      [{ said: "a", other: null }],
      [],
    ]);
    one.run(insert, [3]);
    await one.commit();
    expect(roundTrips).toBe(2);
    expect(await numbers()).toHaveLength(3);
  });

  it("added while others are running are sent together after them", async () => {
    const one = session();
    const first = one.rows(echo, "first", "");
    await Promise.resolve();
    const second = one.rows(echo, "second", "");
    await Promise.resolve();
    const third = one.rows(echo, "third", "");
    expect(await Promise.all([first, second, third])).toEqual(
      ["first", "second", "third"].map((said) => [{ said, other: "" }]),
    );
    expect(roundTrips).toBe(2);
  });

  it("are not run behind one that fails, and all fail with its error", async () => {
    const one = session();
    one.begin(null);
    one.run(insert, [1]);
    const answers = await Promise.allSettled([
      one.rows(echo, "before", ""),
      one.rows(impossible, 0),
      one.rows(echo, "behind", ""),
    ]);
    expect(answers).toMatchObject([
      { reason: { code: "22012" } },
      { reason: { code: "22012" } },
      { reason: { code: "22012" } },
    ]);
    await one.rollback();
    expect(await numbers()).toEqual([]);
  });

  it("with a failed one that nobody awaits fail the commit, and nothing is stored", async () => {
    const one = session();
    one.begin(null);
    one.run(insert, [1]);
    one.run(insert, [1]);
    await expect(one.commit()).rejects.toMatchObject({ code: "23505" });
    await one.rollback();
    expect(await numbers()).toEqual([]);
  });
});

describe("behind a failure", () => {
  it("nothing is sent, whatever waited for it to end", async () => {
    const one = session();
    one.begin(null);
    const failed = one.rows(impossible, 0);
    await Promise.resolve();
    const behind = one.rows(insert, [1]);
    one.run(insert, [2]);
    const reason = { code: "22012" };
    await expect(failed).rejects.toMatchObject(reason);
    await expect(behind).rejects.toMatchObject(reason);
    await expect(one.rows(insert, [3])).rejects.toMatchObject(reason);
    await expect(one.commit()).rejects.toMatchObject(reason);
    await one.rollback();
    expect(await numbers()).toEqual([]);
    expect(roundTrips).toBe(3);
  });

  it("nothing is sent by code that outlives the transaction", async () => {
    for (const end of ["commit", "rollback"] as const) {
      const one = session();
      one.begin(null);
      await one.rows(all);
      await one[end]();
      await expect(one.rows(insert, [1])).rejects.toThrow("the transaction");
    }
    expect(await numbers()).toEqual([]);
  });

  it("nothing is sent by a call during the commit", async () => {
    const one = session();
    one.begin(null);
    one.run(insert, [1]);
    const committed = one.commit();
    const late = one.rows(insert, [2]);
    await expect(late).rejects.toThrow("the transaction is over");
    await committed;
    expect(await numbers()).toEqual([{ number: "1" }]);
  });

  it("at the end of statements without a transaction, nothing was stored", async () => {
    await client.query(
      "create temporary table late (one int unique deferrable initially deferred)",
    );
    const twice = { name: "twice", text: "insert into late values (1), (1)" };
    await expect(session().rows(twice)).rejects.toMatchObject({ code: "23505" });
  });
});

describe("a statement", () => {
  it("is prepared once on a connection, and its columns are asked for once", async () => {
    let prepared = 0;
    let described = 0;
    client.connection.on("parseComplete", () => (prepared += 1));
    client.connection.on("rowDescription", () => (described += 1));
    for (const said of ["one", "two", "three"])
      expect(await session().rows(echo, said, null)).toEqual([{ said, other: null }]);
    expect([prepared, described]).toEqual([1, 1]);
  });

  it("works after it failed when it was first sent, and after another failed before it was prepared", async () => {
    const one = session();
    const answers = await Promise.allSettled([one.rows(impossible, 0), one.rows(echo, "", "")]);
    expect(answers.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(await session().rows(impossible, 1)).toEqual([{ quotient: 1 }]);
    expect(await session().rows(echo, "now", "")).toEqual([{ said: "now", other: "" }]);
  });

  it("with invalid SQL fails each time", async () => {
    for (let time = 0; time < 2; time += 1)
      await expect(session().rows(misspelt)).rejects.toMatchObject({ code: "42601" });
  });

  it("tells how many rows it changed", async () => {
    expect(await session().changed(insert, [1, 2, 3])).toBe(3);
    expect(await session().changed({ name: "empty", text: "delete from numbers" })).toBe(3);
    expect(await session().changed({ name: "empty", text: "delete from numbers" })).toBe(0);
  });
});

describe("a transaction that is given up", () => {
  it("before anything was sent sends nothing", async () => {
    const one = session();
    one.begin(null);
    one.run(insert, [1]);
    await one.rollback();
    expect(roundTrips).toBe(0);
    expect(await numbers()).toEqual([]);
  });

  it("because the connection broke rejects all its statements", async () => {
    const other = new Client({ connectionString: (await postgres()).connectionString });
    await other.connect();
    other.on("error", () => {});
    const one = new Session(other as PoolClient, 0, noBackends);
    one.begin(null);
    const asked = Promise.allSettled([
      one.rows({ name: "sleep", text: "select pg_sleep(60)" }),
      one.rows(echo, "", ""),
    ]);
    await Promise.resolve();
    other.connection.stream.destroy();
    const reason = { message: "Connection terminated unexpectedly" };
    expect(await asked).toMatchObject([{ reason }, { reason }]);
  });
});
