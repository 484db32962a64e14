import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { invitationLifetimeMs } from "../../src/links/invitations.ts";
import { ConsoleClient } from "../support/console-client.ts";
import { email } from "../support/console-host.ts";
import { accountOf, codeOf, invited, joined, longPassword } from "../support/accounts/people.ts";
import { useConsole } from "../support/use-console.ts";

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

  it("is made for no email of which the library of accounts makes none", async () => {
    const { host, client } = await start();
    await client.signIn();
    const emails = ["jürgen@shop.example", "user@bücher.example", "a..b@c.dd", "a@c.d", "a@-c.dd"];
    for (const refused of [
      ...emails,
      ".a@c.dd",
      "a@b_c.dd",
      "a\0b@c.dd",
      `${"a".repeat(320)}@c.dd`,
    ])
      expect([
        refused,
        (await client.ask("POST", "/invitations", { email: refused, role: "agent" })).status,
      ]).toEqual([refused, 400]);
    for (const taken of ["o'neil+shop@a-b.example", "x_y.z@xn--bcher-kva.example"])
      await joined(host, client, "agent", taken);
  });

  it("is kept when no account could be made of it", async () => {
    const directory = mkdtempSync(join(tmpdir(), "parley-console-"));
    const { host, client } = await start({ directory });
    await client.signIn();
    const token = await invited(client, "agent", ben);
    const file = new Database(join(directory, "console.db"));
    // As in an invitation from a version that allowed such emails.
    const rename = (to: string) => file.prepare("update invitation set email = ?").run(to);
    rename("b..en@parley.example");
    const guest = new ConsoleClient(host.url);
    const accept = () => guest.ask("POST", "/links/invitation/accept", accepting(token));
    expect((await accept()).status).toBe(500);
    rename(ben);
    file.close();
    expect((await accept()).status).toBe(200);
    await host.close();
    rmSync(directory, { recursive: true });
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
