import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { AgentConsoleOptions } from "../../../src/index.ts";
import { ConsoleClient } from "../../support/console-client.ts";
import { email } from "../../support/console-host.ts";
import {
  accountOf,
  codeOf,
  invited,
  joined,
  longPassword,
  passwordLinkFor,
} from "../../support/accounts/people.ts";
import { usePostgres } from "../../support/nodes/postgres-server.ts";
import { useConsole } from "../../support/use-console.ts";

const start = useConsole();
const postgres = usePostgres();
const directories: string[] = [];
const ben = "ben@parley.example";

afterAll(async () => {
  for (const directory of directories) await rm(directory, { recursive: true });
});

type Place = Pick<AgentConsoleOptions, "directory" | "database">;
const places: readonly (readonly [string, () => Promise<Place>])[] = [
  [
    "a file",
    async () => {
      const directory = await mkdtemp(join(tmpdir(), "parley-console-"));
      directories.push(directory);
      return { directory };
    },
  ],
  ["PostgreSQL", async () => ({ database: await postgres.fresh() })],
];

describe.each(places)("a console whose accounts lie in %s", (_, fresh) => {
  it("keeps accounts, sessions, presence, settings and its key for the next start", async () => {
    const place = await fresh();
    const first = await start(place);
    await first.client.signIn();
    await first.client.ask("PUT", "/presence", { available: true });
    await first.client.ask("PUT", "/settings", { alwaysShowMedia: false });
    await first.client.ask("PUT", "/settings", { alwaysShowMedia: true });
    await first.host.close();
    const { host, client } = await start(place);
    expect(host.consoleApp.firstAccount).toBeNull();
    client.cookie = first.client.cookie;
    expect(await accountOf(client)).toMatchObject({ email, role: "admin", name: "Ada" });
    expect((await client.ask("GET", "/presence")).body).toMatchObject({ available: true });
    expect((await client.ask("GET", "/settings")).body).toEqual({ alwaysShowMedia: true });
    expect(await host.status()).toBe(1);
    await client.ask("POST", "/auth/sign-out");
    host.clock.push(1_001);
    expect(await host.status()).toBe(0);
    expect((await client.ask("GET", "/me")).status).toBe(401);
  });

  it("keeps canned replies, in the same order in both", async () => {
    const place = await fresh();
    const { host, client } = await start(place);
    await client.signIn();
    for (const [shortcut, shared] of [
      ["übung", true],
      ["z", false],
      ["a", true],
      ["ящик", false],
    ] as const) {
      await client.ask("POST", "/replies", { shortcut, text: "A text.", shared });
    }
    const again = await client.ask("POST", "/replies", { shortcut: "Z", text: "Another." });
    expect(codeOf(again)).toBe(40997);
    await host.close();
    const next = await start(place);
    next.client.cookie = client.cookie;
    const { body } = await next.client.ask<{ replies: { shortcut: string }[] }>("GET", "/replies");
    expect(body.replies).toMatchObject([
      { shortcut: "a", text: "A text.", shared: true, changedAt: expect.any(Number) },
      { shortcut: "z", shared: false },
      { shortcut: "übung" },
      { shortcut: "ящик" },
    ]);
  });

  it("lists an account's sessions, the latest first, and ends them", async () => {
    const { host, client } = await start(await fresh());
    await client.signIn();
    const other = new ConsoleClient(host.url);
    const third = new ConsoleClient(host.url);
    await other.signIn();
    await third.signIn();
    host.clock.push(61_000);
    await client.ask("GET", "/me");
    const { body } = await client.ask<{ sessions: { id: string; current: boolean }[] }>(
      "GET",
      "/sessions",
    );
    expect(body.sessions.map(({ current }) => current)).toEqual([true, false, false]);
    const ended = await client.ask("DELETE", `/sessions/${body.sessions[1]?.id}`);
    expect(ended.status).toBe(204);
    expect((await client.ask("DELETE", "/sessions?others=true")).body).toEqual({ ended: 1 });
    expect([
      (await other.ask("GET", "/me")).status,
      (await third.ask("GET", "/me")).status,
    ]).toEqual([401, 401]);
    expect((await client.ask("GET", "/me")).status).toBe(200);
  });

  it("refuses a name with NUL, and knows nothing whose id has it", async () => {
    const { client } = await start(await fresh());
    await client.signIn();
    const named = await client.ask("PATCH", "/me", { name: "A\0" });
    expect([named.status, codeOf(named)]).toEqual([400, 40011]);
    for (const [method, path] of [
      ["PATCH", "/people/%00"],
      ["POST", "/people/%00/password-link"],
      ["DELETE", "/people/a%00/sessions"],
      ["DELETE", "/invitations/%00"],
      ["DELETE", "/sessions/%00"],
    ] as const)
      expect([path, (await client.ask(method, path, {})).status]).toEqual([path, 404]);
  });

  it("lets an invitation be taken up once, and none that a later one of the same email replaced", async () => {
    const { host, client } = await start(await fresh());
    await client.signIn();
    const old = await invited(client, "admin", ben);
    const token = await invited(client, "agent", ben);
    const list = await client.ask<{ invitations: unknown[] }>("GET", "/invitations");
    expect(list.body.invitations).toMatchObject([
      { email: ben, role: "agent", issuedBy: { name: "Ada" } },
    ]);
    const accept = (given: string) =>
      new ConsoleClient(host.url).ask("POST", "/links/invitation/accept", {
        token: given,
        name: "Ben",
        password: longPassword,
      });
    expect(codeOf(await accept(old))).toBe(40491);
    const answers = await Promise.all([accept(token), accept(token)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const people = await client.ask<{ people: { email: string; createdAt: number }[] }>(
      "GET",
      "/people",
    );
    expect(people.body.people).toMatchObject([
      { email, role: "admin", disabled: false, hasPassword: true, hasSingleSignOn: false },
      { email: ben, role: "agent", disabled: false, hasPassword: true, hasSingleSignOn: false },
    ]);
    expect(Math.abs(Date.now() - Number(people.body.people[1]?.createdAt))).toBeLessThan(60_000);
  });

  it("sets a password by a link once, and by no link of before a change of the account", async () => {
    const { host, client } = await start(await fresh());
    await client.signIn();
    const agent = await joined(host, client);
    const { id } = await accountOf(agent);
    const old = await passwordLinkFor(client, id);
    expect((await client.ask("PATCH", `/people/${id}`, { role: "admin" })).status).toBe(200);
    const use = (token: string) =>
      agent.ask("POST", "/links/password/use", { token, password: "quite another one" });
    expect(codeOf(await use(old))).toBe(40491);
    const token = await passwordLinkFor(client, id);
    expect((await use(token)).status).toBe(200);
    expect(codeOf(await use(token))).toBe(40491);
    const credentials = { email: ben, password: "quite another one" };
    expect((await new ConsoleClient(host.url).signIn(credentials)).status).toBe(200);
  });

  it("shuts a disabled account out, lets it back in, and never the last admin", async () => {
    const { host, client } = await start(await fresh());
    await client.signIn();
    const agent = await joined(host, client);
    const { id } = await accountOf(agent);
    expect((await client.ask("PATCH", `/people/${id}`, { disabled: true })).status).toBe(200);
    const credentials = { email: ben, password: longPassword };
    expect((await agent.ask("GET", "/me")).status).toBe(401);
    expect((await agent.signIn(credentials)).status).toBe(401);
    expect((await client.ask("PATCH", `/people/${id}`, { disabled: false })).status).toBe(200);
    expect((await agent.signIn(credentials)).status).toBe(200);
    const own = (await accountOf(client)).id;
    for (const change of [{ disabled: true }, { role: "agent" }]) {
      expect(codeOf(await client.ask("PATCH", `/people/${own}`, change))).toBe(40991);
    }
  });

  it("counts guesses, and gives back what was a right password", async () => {
    const { client } = await start({
      ...(await fresh()),
      signInLimit: { attempts: 2, seconds: 60 },
    });
    for (let time = 0; time < 4; time += 1) expect((await client.signIn()).status).toBe(200);
    client.cookie = "";
    const statuses = [];
    for (let time = 0; time < 3; time += 1) {
      statuses.push((await client.signIn({ email, password: "guess" })).status);
    }
    expect(statuses).toEqual([401, 401, 429]);
    expect((await client.ask("GET", "/auth/ways")).status).toBe(200);
  });

  it("tells the doctor how it is", async () => {
    const { host } = await start({ ...(await fresh()), firstAccount: {} });
    const found = await host.gateway.diagnosis.run({ probe: false }, AbortSignal.timeout(10_000));
    const levels = found
      .filter(({ check }) => check.startsWith("console-"))
      .map(({ check, level }) => `${check} ${level}`);
    expect(levels).toEqual([
      "console-url ok",
      "console-admins ok",
      "console-password warning",
      "console-privacy ok",
      "console-erased ok",
    ]);
  });
});
