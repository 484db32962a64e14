import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ConsoleClient } from "../support/console-client.ts";
import { email, password, startConsoleHost } from "../support/console-host.ts";
import { accountOf, invited, joined, longPassword } from "../support/accounts/people.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();
let directory: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "parley-console-"));
});
afterEach(() => rm(directory, { recursive: true }));

/** Reverts the schema to the console's first version; accounts stay. */
async function makeOld(change: (database: Database.Database) => void): Promise<void> {
  const host = await startConsoleHost({ directory });
  const admin = new ConsoleClient(host.url);
  await admin.signIn();
  await joined(host, admin, "agent");
  await host.close();
  const database = new Database(join(directory, "console.db"));
  database.exec("drop table invitation; drop table password_link");
  database.exec("alter table presence drop column without_page; pragma user_version = 1");
  change(database);
  database.close();
}

describe("a console from before there were roles", () => {
  it.each([
    ["with no role at all", null],
    ["with the library's own role", "user"],
  ])("opens %s, keeps its sessions, and makes its first account the admin", async (_, role) => {
    await makeOld((database) => database.prepare('update "user" set role = ?').run(role));
    const { host, client } = await start({ directory });
    expect((await client.signIn()).status).toBe(200);
    expect(await accountOf(client)).toMatchObject({ email, role: "admin" });
    const ben = new ConsoleClient(host.url);
    await ben.signIn({ email: "ben@parley.example", password: longPassword });
    expect((await accountOf(ben)).role).toBe("agent");
    const body = { email: "carla@parley.example", role: "agent" };
    expect((await client.ask("POST", "/invitations", body)).status).toBe(201);
  });

  it("changes no roles when there is an admin", async () => {
    await makeOld((database) => {
      database.prepare(`update "user" set role = 'user' where email = ?`).run(email);
      database.prepare(`update "user" set role = 'admin' where email <> ?`).run(email);
    });
    const { client } = await start({ directory });
    await client.signIn({ email, password });
    expect((await accountOf(client)).role).toBe("agent");
  });
});

describe("a console from before it was kept who made a link", () => {
  it("keeps open invitations until any admin, who may have created them, loses the role", async () => {
    const first = await startConsoleHost({ directory });
    const admin = new ConsoleClient(first.url);
    await admin.signIn();
    await joined(first, admin, "admin");
    const token = await invited(admin, "admin", "carla@parley.example");
    await first.close();
    const database = new Database(join(directory, "console.db"));
    for (const table of ["invitation", "password_link"]) {
      database.exec(`alter table ${table} drop column issued_by`);
    }
    database.exec("alter table presence drop column without_page");
    database.pragma("user_version = 2");
    database.close();

    const { host, client } = await start({ directory });
    await client.signIn();
    const { body } = await client.ask("GET", "/invitations");
    expect(body).toMatchObject({ invitations: [{ issuedBy: null }] });
    const other = new ConsoleClient(host.url);
    await other.signIn({ email: "ben@parley.example", password: longPassword });
    const isGood = async () =>
      (await client.ask("POST", "/links/invitation", { token })).status === 200;
    expect(await isGood()).toBe(true);
    await client.ask("PATCH", `/people/${(await accountOf(other)).id}`, { disabled: true });
    expect(await isGood()).toBe(false);
  });
});

describe("a new console", () => {
  it("makes its first account an admin", async () => {
    const { client } = await start();
    await client.signIn();
    expect((await accountOf(client)).role).toBe("admin");
  });
});
