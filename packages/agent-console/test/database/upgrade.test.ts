import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { Client } from "pg";
import { expect, it } from "vitest";
import { openBetterAuth } from "../../src/sign-in/better-auth.ts";
import type { ConsoleDatabase } from "../../src/database/console-database.ts";
import { openPostgresConsole } from "../../src/database/postgres-console.ts";
import { Presence } from "../../src/accounts/presence.ts";
import { openSqliteConsole } from "../../src/database/sqlite-console.ts";
import { usePostgres } from "../support/nodes/postgres-server.ts";
import { KeptLog } from "../support/test-platform.ts";

const postgres = usePostgres();
const random = { token: (characters: number) => "a".repeat(characters), fraction: () => 0 };
const seenAt = Date.UTC(2026, 0, 1);

/** All tables of the version before presence without a page, with an available agent. */
const tables = (integer: string) => `
  create table setting (name text primary key, value text not null);
  create table presence (
    account_id text primary key, available integer not null, seen_at ${integer} not null);
  create table invitation (
    id text primary key, email text not null unique, role text not null, digest text not null unique,
    created_at ${integer} not null, expires_at ${integer} not null, issued_by text);
  create table password_link (
    account_id text primary key, digest text not null unique, expires_at ${integer} not null,
    issued_by text);
  insert into presence (account_id, available, seen_at) values ('ada', 1, ${seenAt});`;

async function expectPresence(database: ConsoleDatabase): Promise<void> {
  await openBetterAuth(database, "http://localhost", new KeptLog());
  let now = seenAt + 60_000;
  const presence = new Presence(database, { now: () => now });
  const view = { available: true, withoutPage: false, present: true, anyAvailable: true };
  expect(await presence.viewOf("ada")).toEqual(view);
  await presence.choose("ada", { withoutPage: true });
  expect(await presence.viewOf("ada")).toEqual({ ...view, withoutPage: true });
  await presence.choose("ben", { withoutPage: true });
  expect(await presence.viewOf("ben")).toMatchObject({ available: false, withoutPage: true });
  now += 6 * 60_000;
  expect(await presence.isAnyPresent()).toBe(false);
}

it("a console.db of before keeps who is available, and learns to stay so when the page is closed", async () => {
  const directory = await mkdtemp(join(tmpdir(), "parley-console-"));
  const old = new Database(join(directory, "console.db"));
  old.exec(tables("integer"));
  old.pragma("user_version = 3");
  old.close();
  const database = openSqliteConsole(directory, random);
  await expectPresence(database);
  await database.close();
  await rm(directory, { recursive: true });
});

it("so does a schema in PostgreSQL, in which a node of before goes on", async () => {
  const place = await postgres.fresh();
  const before = new Client({ connectionString: place.connection });
  await before.connect();
  await before.query(`create schema ${place.schema}; set search_path = ${place.schema};
    create table attempt (
      key varchar(255) primary key, points integer not null default 0, expire bigint);
    create table console_schema (version integer not null, oldest_reader integer not null);
    insert into console_schema values (1, 1); ${tables("bigint")}`);
  const database = await openPostgresConsole(place, random);
  await expectPresence(database);
  const { rows } = await before.query("select version, oldest_reader from console_schema");
  expect(rows).toEqual([{ version: 2, oldest_reader: 1 }]);
  // Writes a choice as the earlier version does.
  await before.query(
    `insert into presence (account_id, available, seen_at) values ('eve', 1, $1)
    on conflict (account_id) do update set available = excluded.available`,
    [seenAt],
  );
  await database.close();
  await before.end();
});
