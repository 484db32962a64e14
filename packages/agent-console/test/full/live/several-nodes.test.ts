import { createServer } from "node:net";
import { once } from "node:events";
import { ParleyError } from "@parley/core";
import { SignalHub } from "@parley/core/memory";
import { describe, expect, it } from "vitest";
import { agentConsole, type PostgresConsoleOptions } from "../../../src/index.ts";
import { openPostgresConsole } from "../../../src/database/postgres-console.ts";
import { ConsoleClient } from "../../support/console-client.ts";
import { email, password } from "../../support/console-host.ts";
import { accountOf, codeOf, joined } from "../../support/accounts/people.ts";
import { usePostgres } from "../../support/nodes/postgres-server.ts";
import { type StartedConsole, until, useConsole } from "../../support/use-console.ts";

const start = useConsole();
const postgres = usePostgres();
const random = { token: (characters: number) => "a".repeat(characters), fraction: () => 0 };

type Options = Parameters<typeof start>[0];

/** Consoles on one database, started in parallel. */
async function nodes(count: number, options: Options = {}): Promise<readonly StartedConsole[]> {
  const database = await postgres.fresh();
  return Promise.all(Array.from({ length: count }, () => start({ ...options, database })));
}

/** The same browser at another node. */
function sameBrowser(client: ConsoleClient, { host }: StartedConsole): ConsoleClient {
  const other = new ConsoleClient(host.url);
  other.cookie = client.cookie;
  return other;
}

describe("nodes that share a console's database", () => {
  it("make the first account once though they start at once, and take each other's sessions", async () => {
    const started = await nodes(3, { firstAccount: { email } });
    const made = started.flatMap(({ host }) => host.consoleApp.firstAccount ?? []);
    expect(made).toHaveLength(1);
    const [first] = started;
    expect((await first?.client.signIn(made[0]))?.status).toBe(200);
    for (const node of started) {
      const there = sameBrowser(first?.client as ConsoleClient, node);
      expect(await accountOf(there)).toMatchObject({ email, role: "admin" });
    }
  });

  it("end a session everywhere, and know who is available", async () => {
    const [a, b] = (await nodes(2)) as [StartedConsole, StartedConsole];
    await a.client.signIn();
    const there = sameBrowser(a.client, b);
    await there.ask("PUT", "/presence", { available: true });
    expect([await a.host.status(), await b.host.status()]).toEqual([1, 1]);
    await a.client.ask("POST", "/auth/sign-out");
    expect((await there.ask("GET", "/me")).status).toBe(401);
    b.host.clock.push(1_001);
    expect(await b.host.status()).toBe(0);
  });

  it("end the open pages of a session that ends on another, and tell who is available", async () => {
    const [a, b] = (await nodes(2, { hub: new SignalHub() })) as [StartedConsole, StartedConsole];
    await a.client.signIn();
    const other = await joined(a.host, a.client, "agent");
    const events = await sameBrowser(a.client, b).events();
    const others = await sameBrowser(other, b).events();
    expect(await others.next("presence")).not.toBeNull();
    expect(await events.next("presence")).toMatchObject({ data: { available: false } });
    await a.client.ask("PUT", "/presence", { available: true });
    expect(await events.next("presence")).toMatchObject({ data: { available: true } });
    await a.client.ask("POST", "/auth/sign-out");
    expect(await events.next("signed-out")).not.toBeNull();
    expect(await events.next("never")).toBeNull();
    expect(await others.next("presence")).toMatchObject({ data: { available: true } });
    expect(await others.next("presence")).toMatchObject({ data: { available: false } });
    await others.close();
  });

  it("count guesses together, and know each other's browsers", async () => {
    const [a, b] = (await nodes(2, { signInLimit: { attempts: 4, seconds: 60 } })) as [
      StartedConsole,
      StartedConsole,
    ];
    await a.client.signIn();
    const guess = (at: StartedConsole, index: number) =>
      new ConsoleClient(at.host.url).ask(
        "POST",
        "/auth/sign-in/email",
        { email, password: "guess" },
        { "x-forwarded-for": `192.0.2.${index}` },
      );
    const statuses = [];
    for (const [index, node] of [a, b, a, b, a, b].entries()) {
      statuses.push((await guess(node, index)).status);
    }
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429]);
    expect((await sameBrowser(a.client, b).signIn({ email, password })).status).toBe(200);
  });

  it("leave one of two admins who take each other's rights at once", async () => {
    const [a, b] = (await nodes(2)) as [StartedConsole, StartedConsole];
    await a.client.signIn();
    const other = await joined(a.host, a.client, "admin");
    const [ada, ben] = [(await accountOf(a.client)).id, (await accountOf(other)).id];
    const answers = await Promise.all([
      a.client.ask("PATCH", `/people/${ben}`, { role: "agent" }),
      sameBrowser(other, b).ask("PATCH", `/people/${ada}`, { role: "agent" }),
    ]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(codeOf)).toHaveLength(1);
    const me = await Promise.all([a.client, other].map(accountOf));
    expect(me.map(({ role }) => role).toSorted()).toEqual(["admin", "agent"]);
  });

  it("answer again once a database that crashed is back, with everybody still signed in", async () => {
    const [{ host, client }] = (await nodes(1)) as [StartedConsole];
    await client.signIn();
    const events = await client.events();
    expect(await events.next("presence")).not.toBeNull();
    await postgres.crash(async () => {
      expect((await client.ask("GET", "/me")).status).toBe(503);
      host.clock.push(1_001);
      expect(await host.status()).toBe(0);
    });
    const isBack = async () => (await client.ask("GET", "/me")).status === 200;
    await until(isBack);
    await client.ask("PUT", "/presence", { available: true });
    expect(await events.next("presence")).toMatchObject({ data: { available: true } });
    await events.close();
  });

  it("keep no email and no address of whoever tried a password in the database", async () => {
    const database = await postgres.fresh();
    const { client } = await start({ database });
    await client.ask("POST", "/auth/sign-in/email", { email, password: "guess" });
    const kept = JSON.stringify(
      await postgres.run(`select * from ${database.schema}.attempt_limit`),
    );
    expect(kept).toContain("email:");
    expect([kept.includes(email), kept.includes("127.0.0.1")]).toEqual([false, false]);
  });
});

/** The error of an opening: one sentence, without the password. */
async function refusal(options: PostgresConsoleOptions): Promise<ParleyError> {
  const error = await openPostgresConsole(options, random).then(
    () => new Error("it opened"),
    (reason: unknown) => reason,
  );
  if (!ParleyError.is(error)) throw error;
  expect(error.code).toBe("console-database-unusable");
  expect(error.message).toMatch(/^[^\n]+\.$/);
  expect(error.message).not.toContain("s3cret");
  return error;
}

describe("a console's database is refused in one clear sentence", () => {
  it("when nobody listens there, when whoever does says nothing, and when the string is none", async () => {
    const nobody = "postgresql://parley:s3cret@127.0.0.1:1/parley";
    const absent = await refusal({ connection: nobody });
    expect(absent.message).toContain("127.0.0.1:1 (database parley, user parley): ECONNREFUSED");
    expect(absent.retryable).toBe(true);
    const silent = createServer((socket) => socket.resume()).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as { port: number };
    const mute = await refusal({ connection: `postgresql://p:s3cret@127.0.0.1:${port}/p` });
    expect(mute.message).toContain(`127.0.0.1:${port}`);
    silent.close();
    const unreadable = await refusal({ connection: "postgresql://p:s3cret@[bad:5432/p" });
    expect(unreadable.message).toContain("cannot be read");
  });

  it("when the password is wrong, the rights are missing, or the database is not there", async () => {
    const { connection } = await postgres.fresh();
    const changed = (change: (url: URL) => void): string => {
      const url = new URL(connection);
      change(url);
      return url.href;
    };
    const wrong = await refusal({ connection: changed((url) => (url.password = "s3cret")) });
    expect(wrong.message).toContain("password authentication failed");
    const missing = await refusal({ connection: changed((url) => (url.pathname = "/nowhere")) });
    expect(missing.message).toContain('"nowhere" does not exist');
    await postgres.run("create role guest login password 's3cret'");
    const guest = changed((url) => {
      url.username = "guest";
      url.password = "s3cret";
    });
    expect((await refusal({ connection: guest, schema: "theirs" })).message).toContain(
      "permission denied for database",
    );
    const made = await postgres.fresh();
    await (await openPostgresConsole(made, random)).close();
    expect((await refusal({ ...made, connection: guest })).message).toContain(
      `permission denied for schema ${made.schema}`,
    );
  });

  it("when the schema is of a newer version that this one cannot work with, or of somebody else", async () => {
    const database = await postgres.fresh();
    await (await openPostgresConsole(database, random)).close();
    const say = (version: number, oldestReader: number) =>
      postgres.run(
        `update ${database.schema}.parley_schema set version = ${version}, oldest_reader = ${oldestReader}`,
      );
    await say(7, 1);
    await (await openPostgresConsole(database, random)).close();
    await say(7, 7);
    expect((await refusal(database)).message).toContain("newer version");
    await postgres.run("create schema theirs_too create table things (id integer)");
    const theirs = await refusal({ ...database, schema: "theirs_too" });
    expect(theirs.message).toContain("choose another schema name");
  });

  it("when the host names both places, or neither", () => {
    const baseUrl = "http://127.0.0.1";
    const both = { baseUrl, directory: "data", database: { connection: "postgresql://" } };
    for (const options of [both, { baseUrl }]) {
      expect(() => agentConsole(options)).toThrow("either a directory or a database");
    }
  });
});
