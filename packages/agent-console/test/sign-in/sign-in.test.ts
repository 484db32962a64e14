import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { email, password } from "../support/console-host.ts";
import { accountOf } from "../support/accounts/people.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();

describe("signing in", () => {
  it("gives a cookie that scripts cannot read and other sites cannot use", async () => {
    const { client } = await start();
    const answer = await client.signIn();
    expect(answer.status).toBe(200);
    expect(answer.body).toMatchObject({ account: { email, name: "Ada" }, available: false });
    const [cookie = ""] = answer.headers.getSetCookie();
    expect(cookie).toContain("HttpOnly");
    expect(cookie).toContain("SameSite=Strict");
    expect(cookie).toContain("Path=/console");
    expect(JSON.stringify(answer.body)).not.toContain(cookie.split(/[=;.]/)[2]);
  });

  it("sends its cookie over TLS only when the console is reached by https", async () => {
    const { client } = await start({ baseUrl: "https://chat.example" });
    const [cookie = ""] = (await client.signIn()).headers.getSetCookie();
    expect(cookie).toContain("Secure");
  });

  it("does not tell a wrong password from an unknown email", async () => {
    const { client } = await start();
    const wrong = await client.signIn({ email, password: "wrong" });
    const unknown = await client.signIn({ email: "eve@parley.example", password });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({ error: { code: 40191, message: expect.any(String) } });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  it("answers a body without email and password with the failure shape", async () => {
    const { client } = await start();
    for (const body of [{}, [], { email, password: 7 }, null]) {
      const answer = await client.signIn(body);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({ error: { code: 40011, message: expect.any(String) } });
    }
  });

  it("stops guessing after the allowed wrong passwords, and does not count right ones", async () => {
    const { client } = await start({ signInLimit: { attempts: 3, seconds: 60 } });
    for (let time = 0; time < 5; time += 1) expect((await client.signIn()).status).toBe(200);
    for (let time = 0; time < 3; time += 1) {
      expect((await client.signIn({ email, password: "guess" })).status).toBe(401);
    }
    const refused = await client.signIn();
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  });

  it("stops guessing one account from everywhere, and leaves who is signed in to it alone", async () => {
    const { client } = await start({ signInLimit: { attempts: 3, seconds: 60 } });
    let address = 0;
    const guess = (each: string) => {
      const from = { "x-forwarded-for": `192.0.2.${(address += 1)}` };
      const body = { email: each, password: "guess" };
      return client.ask("POST", "/auth/sign-in/email", body, from);
    };
    await client.signIn();
    const { cookie } = client;
    for (const each of [email, "nobody@parley.example"]) {
      for (const way of [each, each.toUpperCase(), each]) {
        expect((await guess(way)).status).toBe(401);
      }
      const refused = await guess(each);
      expect([refused.status, refused.body["error"]]).toMatchObject([429, { code: 42991 }]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    }
    expect((await guess("other@parley.example")).status).toBe(401);
    client.cookie = cookie;
    expect((await client.ask("GET", "/me")).status).toBe(200);
  });

  it("is closed to sign-up and to every other door of the account library", async () => {
    const { client } = await start();
    for (const path of ["/auth/sign-up/email", "/auth/admin/list-users", "/auth/get-session"]) {
      const body = { email: "eve@parley.example", password, name: "Eve" };
      expect((await client.ask("POST", path, body)).status).toBe(401);
    }
  });

  it("refuses what another site sends", async () => {
    const { host, client } = await start();
    const credentials = { email, password };
    for (const headers of [
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site", origin: "http://127.0.0.1:1" },
    ] as Record<string, string>[]) {
      const answer = await client.ask("POST", "/auth/sign-in/email", credentials, headers);
      expect([headers, answer.status]).toEqual([headers, 403]);
    }
    const own = { origin: host.url, "sec-fetch-site": "same-origin" };
    expect((await client.ask("POST", "/auth/sign-in/email", credentials, own)).status).toBe(200);
  });
});

describe("the first account", () => {
  it("is made once, with a password that is told once, in a file for its owner only", async () => {
    const directory = await mkdtemp(join(tmpdir(), "parley-console-"));
    const options = { directory, firstAccount: {} };
    const first = await start(options);
    const made = first.host.consoleApp.firstAccount;
    expect(made?.password).toMatch(/^[A-Za-z0-9_-]{16}$/);
    expect((await first.client.signIn(made)).status).toBe(200);
    expect(await accountOf(first.client)).toMatchObject({ name: "Admin", role: "admin" });
    expect((await stat(join(directory, "console.db"))).mode & 0o777).toBe(0o600);
    await first.host.close();

    const second = await start(options);
    expect(second.host.consoleApp.firstAccount).toBeNull();
    expect((await second.client.signIn(made)).status).toBe(200);
    await second.host.close();
    await rm(directory, { recursive: true });
  });

  it("is not told when its password was given", async () => {
    const { host } = await start();
    expect(host.consoleApp.firstAccount).toBeNull();
  });

  it("ends the start with one clear sentence when its email is none", async () => {
    await expect(start({ firstAccount: { email: "nobody" } })).rejects.toMatchObject({
      code: "console-account-invalid",
    });
  });

  it("leaves no email and no password in the log", async () => {
    const { host, client } = await start();
    await client.signIn({ email, password: "a wrong canary" });
    await client.signIn();
    const log = host.log.lines.join("\n");
    for (const canary of [email, password, "canary"]) expect(log).not.toContain(canary);
  });
});
