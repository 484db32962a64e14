import { describe, expect, it } from "vitest";
import { passwordLinkLifetimeMs } from "../../src/links/password-links.ts";
import { ConsoleClient } from "../support/console-client.ts";
import { email, password } from "../support/console-host.ts";
import { accountOf, codeOf, joined, longPassword, tokenOf } from "../support/accounts/people.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();
const ben = "ben@parley.example";

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
    // The page is told that the session has ended, and its stream ends.
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
    // Both in parallel, many times: in either order, no stream may stay open.
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
