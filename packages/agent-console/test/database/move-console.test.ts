import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterAll, beforeEach, expect, it } from "vitest";
import { moveConsole, type PostgresConsoleOptions } from "../../src/index.ts";
import { ConsoleClient } from "../support/console-client.ts";
import { accountOf, invited, joined, longPassword } from "../support/accounts/people.ts";
import { usePostgres } from "../support/nodes/postgres-server.ts";
import { KeptLog } from "../support/test-platform.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();
const postgres = usePostgres();
const directories: string[] = [];
let directory = "";
let database: PostgresConsoleOptions;

beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), "parley-console-"));
  directories.push(directory);
  database = await postgres.fresh();
});
afterAll(() => {
  for (const path of directories) rmSync(path, { recursive: true });
});

const random = { token: (characters: number) => "b".repeat(characters), fraction: () => 0 };
const move = (from = directory) =>
  moveConsole({ ...database, directory: from, random, logger: new KeptLog() });

it("accounts, passwords, roles, sessions, open links and presence are moved to PostgreSQL", async () => {
  const { host, client } = await start({ directory });
  await client.signIn();
  const ben = await joined(host, client);
  await ben.ask("PUT", "/presence", { available: true });
  const token = await invited(client, "agent", "eve@parley.example");
  const people = (await client.ask("GET", "/people")).body;
  await host.close();

  const tables = await move();
  expect(tables?.map(({ name, rows }) => `${name} ${rows}`)).toEqual(
    expect.arrayContaining(["user 2", "account 2", "invitation 1", "presence 1", "setting 1"]),
  );
  expect(tables?.find(({ name }) => name === "session")?.rows).toBeGreaterThanOrEqual(2);

  const moved = await start({ database });
  expect(moved.host.consoleApp.firstAccount).toBeNull();
  moved.client.cookie = client.cookie;
  expect((await moved.client.ask("GET", "/people")).body).toEqual(people);
  const fresh = new ConsoleClient(moved.host.url);
  expect((await fresh.signIn({ email: "ben@parley.example", password: longPassword })).status).toBe(
    200,
  );
  expect(await accountOf(fresh)).toMatchObject({ name: "Ben", role: "agent" });
  expect((await fresh.ask("GET", "/presence")).body).toMatchObject({ available: true });
  const joining = { token, name: "Eve", password: longPassword };
  const answer = await fresh.ask("POST", "/links/invitation/accept", joining);
  expect(answer.status).toBe(200);
});

it("a name with NUL, which no text of PostgreSQL holds, is moved with U+FFFD in its place", async () => {
  const { host } = await start({ directory });
  await host.close();
  const file = new Database(join(directory, "console.db"));
  file.prepare(`update "user" set name = ?`).run("Bo\0b");
  file.close();
  expect((await move())?.find(({ name }) => name === "user")?.rows).toBe(1);
  expect((await move())?.every(({ wasMoved }) => wasMoved)).toBe(true);
  const { client } = await start({ database });
  await client.signIn();
  expect((await accountOf(client)).name).toBe("Bo\uFFFDb");
});

it("what was moved before is only compared, and other accounts are refused and kept", async () => {
  const first = await start({ directory });
  await first.host.close();
  const moved = await move();
  expect(moved?.map(({ wasMoved }) => wasMoved)).toEqual(moved?.map(() => false));
  expect(await move()).toEqual(moved?.map((table) => ({ ...table, wasMoved: true })));
  const other = await start({ database });
  await joined(other.host, await signedIn(other.client));
  await other.host.close();
  await expect(move()).rejects.toMatchObject({
    code: "move-not-empty",
    message:
      "The console was already moved there, and one of the two has changed since: their user tables differ. Nothing of the console was changed.",
  });
  const elsewhere = mkdtempSync(join(tmpdir(), "parley-console-"));
  directories.push(elsewhere);
  await (await start({ directory: elsewhere })).host.close();
  await expect(move(elsewhere)).rejects.toMatchObject({
    code: "move-not-empty",
    message:
      "The console's schema holds the accounts of another console: choose another schema. Nothing of the console was changed.",
  });
  const after = await start({ database });
  const { body } = await (
    await signedIn(after.client)
  ).ask<{ people: unknown[] }>("GET", "/people");
  expect(body.people).toHaveLength(2);
});

it("a gateway without a console has no accounts to move", async () => {
  expect(await move()).toBeNull();
});

async function signedIn(client: ConsoleClient): Promise<ConsoleClient> {
  await client.signIn();
  return client;
}
