import { randomBytes } from "node:crypto";
import { aBudget, anInboundAppend, anOutboundAppend } from "@parley/conformance";
import type { Append } from "@parley/core";
import { Client } from "pg";
import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../src/connection/database.ts";
import { statement } from "../src/statements/statement.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "./support/opened-stores.ts";

const now = 1_700_000_000_000;
const begin = { name: "test_begin", text: "begin" };
const divide = statement("select 1 / $1::integer as quotient");
const connection = statement("select pg_backend_pid() as pid");
// Longer than a call waits for a free connection.
const sleep = statement("select pg_sleep(2)");
const warnings: string[] = [];
process.on("warning", ({ message }) => warnings.push(message));
let database: Database;
let admin: Client;
let schema: string;

/** One connection each, so that every call uses the one of the failed call. */
beforeEach(async () => {
  const { connectionString } = await postgres();
  schema = freshSchema();
  const limits = { writers: 1, readers: 1 };
  const place = { connection: connectionString, schema, limits, allowNonDurable: true };
  database = await Database.open(place);
  admin = new Client({ connectionString });
  await admin.connect();
  await admin.query(`set search_path = ${schema}`);
});
afterEach(async () => {
  await database.close();
  await admin.end();
});
afterAll(stopPostgres);

const from = (visitorKey: string): Append => ({
  ...anInboundAppend({ visitorKey }),
  candidateId: visitorKey,
  identity: null,
});
const commit = async (...visitors: readonly string[]): Promise<readonly string[]> => {
  const batch = { appends: visitors.map(from), settlements: [] };
  const { appends } = await storesOver(database).messages.commit(batch, now, aBudget());
  return appends.map(({ status }) => status);
};

/** Makes the database refuse deliveries of one visitor. */
async function refuse(visitorKey: string): Promise<void> {
  await admin.query(`create function refuse() returns trigger language plpgsql as $$ begin
    if exists (select from ${schema}.conversations c
      where c.conversation = new.conversation and c.visitor_key = '${visitorKey}')
    then raise exception 'refused' using errcode = '23514'; end if; return new; end $$`);
  await admin.query(
    "create trigger refuse before insert on deliveries for each row execute function refuse()",
  );
}

describe("a transaction with a refused write", () => {
  it("loses only the refused item, on any connection", async () => {
    await refuse("bad");
    expect(await commit("a", "bad", "b", "c")).toEqual([
      "stored",
      "unavailable",
      "stored",
      "stored",
    ]);
    expect(await commit("d")).toEqual(["stored"]);
  });

  it("leaves nothing behind, and its connection can be reused", async () => {
    await refuse("bad");
    expect(await commit("bad").catch(() => "refused")).toEqual(["unavailable"]);
    const { rows } = await admin.query(
      "select state from pg_stat_activity where pid <> pg_backend_pid() and state like '%transaction%'",
    );
    expect(rows).toEqual([]);
    expect(await database.write((session) => session.rows(divide, 1))).toEqual([{ quotient: 1 }]);
  });

  it("because a table was locked for too long is stored once it is not", async () => {
    await admin.query("begin; lock table deliveries in share mode");
    expect(await commit("a")).toEqual(["unavailable"]);
    await admin.query("commit");
    expect(await commit("a")).toEqual(["stored"]);
  });
});

it("a row too large for an index, or an error of our own work, does not count as an outage", async () => {
  const reply = (idempotencyKey: string): Append => ({
    ...anOutboundAppend("a"),
    idempotencyKey,
  });
  expect(await commit("a")).toEqual(["stored"]);
  const { messages } = storesOver(database);
  // Random, so that compression does not shorten it.
  const key = randomBytes(6_000).toString("hex");
  const batch = { appends: [reply(key), from("b")], settlements: [] };
  const { appends } = await messages.commit(batch, now, aBudget());
  expect(appends.map(({ status }) => status)).toEqual(["unavailable", "stored"]);
  const broken = database.write(() => {
    throw new TypeError("ours");
  });
  await expect(broken).rejects.toMatchObject({ code: "store-failed" });
  expect(await commit("c")).toEqual(["stored"]);
});

it("a connection that is left in a transaction is not used again", async () => {
  const [before] = await database.read(connection);
  expect(await database.read(connection)).toEqual([before]);
  await database.read(begin);
  expect(await database.read(connection)).not.toEqual([before]);
  await expect(database.read(divide, 0)).rejects.toMatchObject({ code: "store-failed" });
  expect(await database.read(divide, 1)).toEqual([{ quotient: 1 }]);
});

it("an invalid value fails only its call", async () => {
  const wrong = true as unknown as string;
  await expect(database.read(divide, wrong)).rejects.toMatchObject({
    cause: { message: "a parameter is boolean" },
  });
  expect(await database.read(divide, 1)).toEqual([{ quotient: 1 }]);
});

it("a read without a free connection does not refuse other calls", async () => {
  const { connectionString } = await postgres();
  const limits = { writers: 1, readers: 1, statementTimeoutMs: 60_000 };
  const place = { connection: connectionString, schema, limits, allowNonDurable: true };
  const crowded = await Database.open(place);
  await crowded.write((session) => session.rows(divide, 1));
  const long = crowded.read(sleep);
  await expect(crowded.read(divide, 1)).rejects.toMatchObject({ cause: { code: "pool-busy" } });
  expect(await crowded.write((session) => session.rows(divide, 1))).toEqual([{ quotient: 1 }]);
  await long;
  expect(await crowded.read(divide, 1)).toEqual([{ quotient: 1 }]);
  await crowded.close();
});

it("a pool configured to pipeline by itself does not, and works", async () => {
  const { connectionString } = await postgres();
  const given = { connectionString, pipeline: true };
  const place = { connection: given, schema: freshSchema(), allowNonDurable: true };
  const pipelining = await Database.open(place);
  expect(await pipelining.read(divide, 1)).toEqual([{ quotient: 1 }]);
  await pipelining.close();
});

it("with a limit in the connection string, no timer remains after an answer", async () => {
  const { connectionString: plain } = await postgres();
  const url = new URL(plain);
  url.searchParams.set("query_timeout", "60000");
  const limited = await Database.open({
    connection: url.href,
    schema: freshSchema(),
    allowNonDurable: true,
  });
  const timers = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  await limited.read(divide, 1);
  const before = timers();
  for (let one = 1; one <= 20; one += 1) await limited.read(divide, one);
  expect(timers()).toBeLessThanOrEqual(before + 2);
  await limited.close();
});

it("pg emits no warning about any of this", () => {
  expect(warnings).toEqual([]);
});
