import { describe, expect, it } from "vitest";
import { ConsoleClient } from "../support/console-client.ts";
import { email, password } from "../support/console-host.ts";
import { accountOf, codeOf, joined } from "../support/accounts/people.ts";
import { text } from "../support/browser/reading.ts";
import { until, useConsole } from "../support/use-console.ts";

const start = useConsole();
const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0";

interface SessionsBody {
  readonly sessions: readonly {
    readonly id: string;
    readonly userAgent: string;
    readonly address: string;
    readonly current: boolean;
    readonly open: boolean;
    readonly lastSeenAt: number;
  }[];
}

const sessionsOf = async (client: ConsoleClient) =>
  (await client.ask<SessionsBody>("GET", "/sessions")).body.sessions;

describe("changing one's password", () => {
  it("needs the current one, keeps this session and ends all others with their pages", async () => {
    const { host, client } = await start();
    await client.signIn();
    const elsewhere = new ConsoleClient(host.url);
    await elsewhere.signIn();
    const page = await elsewhere.events();
    await page.next("presence");
    const wrong = await client.ask("PUT", "/me/password", {
      current: "a wrong password",
      password: "another password",
    });
    expect([wrong.status, codeOf(wrong)]).toEqual([403, 40393]);
    expect((await elsewhere.ask("GET", "/me")).status).toBe(200);
    const body = { current: password, password: "another password" };
    const changed = await client.ask("PUT", "/me/password", body);
    expect([changed.status, changed.body]).toEqual([200, { ended: 1 }]);
    expect(await page.next("signed-out")).not.toBeNull();
    expect((await elsewhere.ask("GET", "/me")).status).toBe(401);
    expect((await client.ask("GET", "/me")).status).toBe(200);
    expect((await elsewhere.signIn()).status).toBe(401);
    expect((await elsewhere.signIn({ email, password: body.password })).status).toBe(200);
  });

  it("does not allow faster guessing: a stolen session has the same limit as sign-in", async () => {
    const { client } = await start({ signInLimit: { attempts: 3, seconds: 60 } });
    await client.signIn();
    const guess = () =>
      client.ask("PUT", "/me/password", { current: "guess", password: "another password" });
    for (let time = 0; time < 3; time += 1) expect((await guess()).status).toBe(403);
    const refused = await guess();
    expect([refused.status, codeOf(refused)]).toEqual([429, 42991]);
    const right = { current: password, password: "another password" };
    expect((await client.ask("PUT", "/me/password", right)).status).toBe(429);
  });

  it("refuses passwords that are too short or too long, and leaves none in the log", async () => {
    const { host, client } = await start();
    await client.signIn();
    for (const next of ["elevenchars", "x".repeat(129), "", 12, undefined]) {
      const answer = await client.ask("PUT", "/me/password", { current: password, password: next });
      expect([next, answer.status]).toEqual([next, 400]);
    }
    await client.ask("PUT", "/me/password", { current: password, password: "canary password" });
    const log = host.log.lines.join("\n");
    expect(log).toContain("a password was changed");
    for (const canary of ["canary", password, email]) expect(log).not.toContain(canary);
  });
});

describe("one's sessions", () => {
  it("are listed with device, address and when each was last seen", async () => {
    const { host, client } = await start();
    await client.signIn();
    const elsewhere = new ConsoleClient(host.url);
    const headers = { "user-agent": firefox, "x-forwarded-for": "192.0.2.7" };
    await elsewhere.ask("POST", "/auth/sign-in/email", { email, password }, headers);
    host.clock.push(10 * 60_000);
    const page = await elsewhere.events();
    await page.next("presence");
    const [other, own] = [...(await sessionsOf(client))].sort(
      (a, b) => Number(a.current) - Number(b.current),
    );
    expect(other).toMatchObject({ userAgent: firefox, address: "192.0.2.7", open: true });
    expect(own).toMatchObject({ current: true, open: false });
    expect(host.clock.now() - (other?.lastSeenAt ?? 0)).toBeLessThan(60_000);
    expect(JSON.stringify([other, own])).not.toContain(client.cookie.split(/[=.]/)[2]);
  });

  it("can be ended one by one, all others at once, or all", async () => {
    const { host, client } = await start();
    await client.signIn();
    const others = [1, 2, 3].map(() => new ConsoleClient(host.url));
    for (const other of others) await other.signIn();
    const [first, second, third] = others as [ConsoleClient, ConsoleClient, ConsoleClient];
    const own = (await sessionsOf(first)).find(({ current }) => current);
    expect((await client.ask("DELETE", `/sessions/${own?.id}`)).status).toBe(204);
    expect((await first.ask("GET", "/me")).status).toBe(401);
    expect((await client.ask("DELETE", `/sessions/${own?.id}`)).status).toBe(404);
    expect((await client.ask("DELETE", "/sessions?others=true")).body).toEqual({ ended: 2 });
    expect((await second.ask("GET", "/me")).status).toBe(401);
    expect((await client.ask("GET", "/me")).status).toBe(200);
    await third.signIn();
    expect((await client.ask("DELETE", "/sessions")).body).toEqual({ ended: 2 });
    expect((await third.ask("GET", "/me")).status).toBe(401);
    expect((await client.ask("GET", "/me")).status).toBe(401);
  });

  it("of others cannot be ended, not even by an admin who knows the id", async () => {
    const { host, client } = await start();
    await client.signIn();
    const agent = await joined(host, client);
    const [session] = await sessionsOf(agent);
    expect((await client.ask("DELETE", `/sessions/${session?.id}`)).status).toBe(404);
    const [own] = await sessionsOf(client);
    expect((await agent.ask("DELETE", `/sessions/${own?.id}`)).status).toBe(404);
    expect((await agent.ask("GET", "/me")).status).toBe(200);
  });

  it("leave nobody available once the last of them has ended", async () => {
    const { host, client } = await start();
    await client.signIn();
    await client.ask("PUT", "/presence", { available: true });
    expect(await host.status()).toBe(1);
    await client.ask("DELETE", "/sessions");
    host.clock.push(1_001);
    expect(await host.status()).toBe(0);
  });
});

describe("one's name", () => {
  it("is what visitors see from the next message on", async () => {
    const { host, client } = await start();
    await client.signIn();
    const page = await client.events();
    await page.next("presence");
    expect((await client.ask("PATCH", "/me", { name: "  Ada L.  " })).status).toBe(200);
    expect(await page.next("account")).not.toBeNull();
    expect((await accountOf(client)).name).toBe("Ada L.");
    await host.visitor(text(1, "hello"));
    const message = await page.next("message");
    const path = `/conversations/${String(message?.data["conversationId"])}/messages`;
    await client.ask("POST", path, { type: "text", text: "hi" });
    await until(async () => host.sent.length > 0);
    expect(host.sent[0]).toMatchObject({ sender: { name: "Ada L." } });
    for (const name of ["", "   ", "x".repeat(256), "\ud800", 7]) {
      expect((await client.ask("PATCH", "/me", { name })).status).toBe(400);
    }
  });

  it("can be changed, but not one's role", async () => {
    const { host, client } = await start();
    await client.signIn();
    const agent = await joined(host, client);
    await agent.ask("PATCH", "/me", { name: "Ben", role: "admin" });
    expect((await accountOf(agent)).role).toBe("agent");
  });
});

describe("an agent's earlier names", () => {
  it("are kept, except one that a colleague has taken", async () => {
    const { host, client } = await start();
    await client.signIn();
    const agent = await joined(host, client);
    const named = async (name: string) =>
      (await agent.ask<{ earlierNames: string[] }>("PATCH", "/me", { name })).body.earlierNames;
    expect(await named("Ben Two")).toEqual(["Ben"]);
    expect(await named("Ben Three")).toEqual(["Ben Two", "Ben"]);
    const { id } = await accountOf(agent);
    await client.ask("PATCH", `/people/${id}`, { name: "By an admin" });
    await client.ask("PATCH", "/me", { name: "Ben" });
    const { body } = await agent.ask("GET", "/me");
    expect(body["earlierNames"]).toEqual(["Ben Three", "Ben Two"]);
  });
});
