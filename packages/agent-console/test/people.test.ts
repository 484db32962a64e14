import { describe, expect, it } from "vitest";
import { invitationLifetimeMs } from "../src/invitations.ts";
import { passwordLinkLifetimeMs } from "../src/password-links.ts";
import { ConsoleClient } from "./support/console-client.ts";
import { email, password } from "./support/console-host.ts";
import { accountOf, codeOf, invited, joined, longPassword, tokenOf } from "./support/people.ts";
import { useConsole } from "./support/use-console.ts";

const start = useConsole();
const ben = "ben@parley.example";
const accepting = (token: string) => ({ token, name: "Ben", password: longPassword });

describe("an invitation", () => {
  it("gives whoever holds its link an account of the chosen role, signed in, once", async () => {
    const { host, client } = await start();
    await client.signIn();
    const token = await invited(client, "agent", "Ben@Parley.example");
    const guest = new ConsoleClient(host.url);
    const shown = await guest.ask("POST", "/links/invitation", { token });
    expect([shown.status, shown.body]).toEqual([200, { email: ben, role: "agent" }]);
    const accepted = await guest.ask("POST", "/links/invitation/accept", accepting(token));
    expect(accepted.status).toBe(200);
    expect(await accountOf(guest)).toMatchObject({ email: ben, name: "Ben", role: "agent" });
    const again = await guest.ask("POST", "/links/invitation/accept", accepting(token));
    expect([again.status, codeOf(again)]).toEqual([404, 40491]);
    expect((await client.ask("GET", "/invitations")).body).toEqual({ invitations: [] });
    const other = new ConsoleClient(host.url);
    expect((await other.signIn({ email: ben, password: longPassword })).status).toBe(200);
  });

  it("makes one account when it is accepted twice at once", async () => {
    const { host, client } = await start();
    await client.signIn();
    const token = await invited(client, "admin", ben);
    const answers = await Promise.all(
      [1, 2].map(() =>
        new ConsoleClient(host.url).ask("POST", "/links/invitation/accept", accepting(token)),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    const { people } = (await client.ask<{ people: { role: string }[] }>("GET", "/people")).body;
    expect(people.map(({ role }) => role)).toEqual(["admin", "admin"]);
  });

  it("leads nowhere after seven days, once withdrawn, or once replaced; nobody is told which", async () => {
    const { host, client } = await start();
    await client.signIn();
    const replaced = await invited(client, "agent", ben);
    const withdrawn = await invited(client, "agent", ben);
    type List = { invitations: { id: string; email: string }[] };
    const { invitations } = (await client.ask<List>("GET", "/invitations")).body;
    expect(invitations).toHaveLength(1);
    const id = String(invitations[0]?.id);
    expect((await client.ask("DELETE", `/invitations/${id}`)).status).toBe(204);
    expect((await client.ask("DELETE", `/invitations/${id}`)).status).toBe(404);
    const late = await invited(client, "agent", "late@parley.example");
    const guest = new ConsoleClient(host.url);
    host.clock.push(invitationLifetimeMs - 60_000);
    expect((await guest.ask("POST", "/links/invitation", { token: late })).status).toBe(200);
    host.clock.push(120_000);
    for (const token of [replaced, withdrawn, late, "made up", 7, undefined]) {
      const answer = await guest.ask("POST", "/links/invitation/accept", {
        ...accepting(""),
        token,
      });
      expect([answer.status, codeOf(answer)]).toEqual([404, 40491]);
    }
  });

  it("keeps no token: its database holds a digest, its log neither token nor email", async () => {
    const { host, client } = await start();
    await client.signIn();
    const token = await invited(client, "agent", ben);
    await new ConsoleClient(host.url).ask("POST", "/links/invitation/accept", accepting(token));
    for (const text of [token, ben, longPassword, "Ben"]) {
      expect(host.log.lines.join("\n")).not.toContain(text);
    }
    expect(host.log.lines.join("\n")).toContain("an invitation was accepted");
    expect((await host.files()).includes(token)).toBe(false);
    expect((await host.files()).includes(ben)).toBe(true);
  });

  it("is refused for an email that has an account, and for what is no email, role, name or password", async () => {
    const { host, client } = await start();
    await client.signIn();
    const taken = await client.ask("POST", "/invitations", {
      email: email.toUpperCase(),
      role: "agent",
    });
    expect([taken.status, codeOf(taken)]).toEqual([409, 40992]);
    for (const body of [
      { email: "nobody", role: "agent" },
      { email: ben, role: "user" },
      { email: ben },
      {},
    ]) {
      expect((await client.ask("POST", "/invitations", body)).status).toBe(400);
    }
    const token = await invited(client, "agent", ben);
    const guest = new ConsoleClient(host.url);
    for (const wrong of [
      { name: " " },
      { name: "x".repeat(256) },
      { password: "elevenchars" },
      { password: "x".repeat(129) },
      { password: 7 },
    ]) {
      const body = { ...accepting(token), ...wrong };
      const answer = await guest.ask("POST", "/links/invitation/accept", body);
      expect([wrong, answer.status]).toEqual([wrong, 400]);
    }
    expect((await guest.ask("POST", "/links/invitation/accept", accepting(token))).status).toBe(
      200,
    );
  });

  it("cannot be guessed for long from one address; right links are not counted", async () => {
    const { host, client } = await start({ signInLimit: { attempts: 3, seconds: 60 } });
    await client.signIn();
    const token = await invited(client, "agent", ben);
    const guest = new ConsoleClient(host.url);
    const ask = (each: string, from: string) =>
      guest.ask("POST", "/links/invitation", { token: each }, { "x-forwarded-for": from });
    for (let time = 0; time < 5; time += 1) {
      expect((await ask(token, "192.0.2.1")).status).toBe(200);
    }
    for (let time = 0; time < 3; time += 1) {
      expect((await ask("guess", "192.0.2.1")).status).toBe(404);
    }
    const refused = await ask(token, "192.0.2.1");
    expect([refused.status, codeOf(refused)]).toEqual([429, 42991]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask(token, "192.0.2.2")).status).toBe(200);
  });
});

describe("a disabled account", () => {
  it("loses its session and its open pages at once, and stays out until it is enabled", async () => {
    const { host, client } = await start();
    await client.signIn();
    const agent = await joined(host, client);
    const { id } = await accountOf(agent);
    await agent.ask("PUT", "/presence", { available: true });
    const page = await agent.events();
    await page.next("presence");
    expect((await client.ask("PATCH", `/people/${id}`, { disabled: true })).status).toBe(200);
    // The page hears that it is over, and its stream has an end.
    expect(await page.next("signed-out")).toMatchObject({ type: "signed-out" });
    for (let event = await page.next(); event !== null; event = await page.next());
    expect((await agent.ask("GET", "/me")).status).toBe(401);
    expect(await host.status()).toBe(0);
    const credentials = { email: ben, password: longPassword };
    const refused = await agent.signIn(credentials);
    const unknown = await agent.signIn({ ...credentials, email: "eve@parley.example" });
    expect([refused.status, refused.body]).toEqual([unknown.status, unknown.body]);
    await client.ask("PATCH", `/people/${id}`, { disabled: false });
    expect((await agent.signIn(credentials)).status).toBe(200);
  });

  it("opens no page with a session that was looked at before it was disabled", async () => {
    const { host, client } = await start();
    await client.signIn();
    const agent = await joined(host, client);
    const { id } = await accountOf(agent);
    // Both at once, many times over: whichever comes first, no stream may be left open.
    for (let time = 0; time < 10; time += 1) {
      const opening = agent.events().catch(() => null);
      await client.ask("PATCH", `/people/${id}`, { disabled: true });
      const page = await opening;
      if (page !== null)
        for (let event = await page.next(); event !== null; event = await page.next());
      await client.ask("PATCH", `/people/${id}`, { disabled: false });
      await agent.signIn({ email: ben, password: longPassword });
    }
  });
});

describe("roles", () => {
  it("change what a session may do from the next request on, and its pages are told", async () => {
    const { host, client } = await start();
    await client.signIn();
    const agent = await joined(host, client);
    const { id } = await accountOf(agent);
    const page = await agent.events();
    await page.next("presence");
    expect((await agent.ask("GET", "/people")).status).toBe(403);
    await client.ask("PATCH", `/people/${id}`, { role: "admin" });
    expect((await page.next("account"))?.data).toEqual({ accountId: id });
    expect((await agent.ask("GET", "/people")).status).toBe(200);
    await client.ask("PATCH", `/people/${id}`, { role: "agent" });
    expect((await agent.ask("GET", "/people")).status).toBe(403);
  });

  it("are never taken from the last admin who can sign in, whichever way", async () => {
    const { host, client } = await start();
    await client.signIn();
    const other = await joined(host, client, "admin");
    const own = (await accountOf(client)).id;
    const others = (await accountOf(other)).id;
    await client.ask("PATCH", `/people/${others}`, { disabled: true });
    for (const change of [
      { role: "agent" },
      { disabled: true },
      { role: "agent", disabled: true },
    ]) {
      const answer = await client.ask("PATCH", `/people/${own}`, change);
      expect([change, answer.status, codeOf(answer)]).toEqual([change, 409, 40991]);
    }
    await client.ask("PATCH", `/people/${others}`, { disabled: false });
    await other.signIn({ email: ben, password: longPassword });
    const answers = await Promise.all([
      client.ask("PATCH", `/people/${own}`, { role: "agent" }),
      other.ask("PATCH", `/people/${others}`, { role: "agent" }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it("are refused when they are none, and for accounts that are none", async () => {
    const { client } = await start();
    await client.signIn();
    const { id } = await accountOf(client);
    for (const change of [
      { role: "owner" },
      { role: "admin,agent" },
      { disabled: 1 },
      { name: "" },
    ]) {
      expect((await client.ask("PATCH", `/people/${id}`, change)).status).toBe(400);
    }
    expect((await client.ask("PATCH", "/people/nobody", { role: "agent" })).status).toBe(404);
  });
});

describe("a password link", () => {
  it("sets a password once, ends every session there was, and signs in", async () => {
    const { host, client } = await start();
    await client.signIn();
    const agent = await joined(host, client);
    const { id } = await accountOf(agent);
    const made = await client.ask<{ link: string }>("POST", `/people/${id}/password-link`);
    expect(made.status).toBe(201);
    const token = tokenOf(made.body.link);
    const guest = new ConsoleClient(host.url);
    const shown = await guest.ask("POST", "/links/password", { token });
    expect(shown.body).toEqual({ email: ben });
    expect((await agent.ask("GET", "/me")).status).toBe(200);
    const body = { token, password: "a brand new password" };
    expect((await guest.ask("POST", "/links/password/use", body)).status).toBe(200);
    expect((await accountOf(guest)).id).toBe(id);
    expect((await agent.ask("GET", "/me")).status).toBe(401);
    expect((await guest.ask("POST", "/links/password/use", body)).status).toBe(404);
    expect((await agent.signIn({ email: ben, password: longPassword })).status).toBe(401);
    expect((await agent.signIn({ email: ben, password: body.password })).status).toBe(200);
  });

  it("leads nowhere after a day, once replaced, or for a disabled account", async () => {
    const { host, client } = await start();
    await client.signIn();
    const agent = await joined(host, client);
    const { id } = await accountOf(agent);
    const guest = new ConsoleClient(host.url);
    const make = async () =>
      tokenOf(
        (await client.ask<{ link: string }>("POST", `/people/${id}/password-link`)).body.link,
      );
    const isGood = async (token: string) =>
      (await guest.ask("POST", "/links/password", { token })).status === 200;
    const first = await make();
    const second = await make();
    expect([await isGood(first), await isGood(second)]).toEqual([false, true]);
    host.clock.push(passwordLinkLifetimeMs + 1);
    expect(await isGood(second)).toBe(false);
    const third = await make();
    await client.ask("PATCH", `/people/${id}`, { disabled: true });
    expect(await isGood(third)).toBe(false);
    const refused = await client.ask("POST", `/people/${id}/password-link`);
    expect([refused.status, codeOf(refused)]).toEqual([409, 40994]);
  });
});

describe("people", () => {
  it("are listed with what an admin must know, and what they change is in the log by id only", async () => {
    const { host, client } = await start();
    await client.signIn();
    const agent = await joined(host, client);
    const { id } = await accountOf(agent);
    const { body } = await client.ask("GET", "/people");
    expect(body).toEqual({
      people: [
        expect.objectContaining({ email, role: "admin", disabled: false, available: false }),
        expect.objectContaining({
          id,
          email: ben,
          role: "agent",
          hasPassword: true,
          hasSingleSignOn: false,
        }),
      ],
    });
    await client.ask("PATCH", `/people/${id}`, { name: "Benjamin", role: "admin" });
    expect((await accountOf(agent)).name).toBe("Benjamin");
    const log = host.log.lines.join("\n");
    expect(log).toContain(
      `an account was changed ${JSON.stringify({ accountId: id, by: (await accountOf(client)).id, role: "admin" })}`,
    );
    for (const text of [ben, email, password, "Benjamin"]) expect(log).not.toContain(text);
  });

  it("can be signed out everywhere by an admin", async () => {
    const { host, client } = await start();
    await client.signIn();
    const agent = await joined(host, client);
    const { id } = await accountOf(agent);
    const page = await agent.events();
    await page.next("presence");
    const answer = await client.ask("DELETE", `/people/${id}/sessions`);
    expect([answer.status, answer.body]).toEqual([200, { ended: 1 }]);
    expect(await page.next("signed-out")).not.toBeNull();
    expect((await agent.ask("GET", "/me")).status).toBe(401);
  });
});
