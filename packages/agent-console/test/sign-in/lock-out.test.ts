import { describe, expect, it } from "vitest";
import { ConsoleClient } from "../support/console-client.ts";
import { type ConsoleHost, email, password } from "../support/console-host.ts";
import { accountOf, joined, longPassword } from "../support/accounts/people.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();
const ben = "ben@parley.example";
const limited = { signInLimit: { attempts: 3, seconds: 60 } };

/** Guesses from many addresses, until the limit is reached. */
async function guessFromEverywhere(host: ConsoleHost, each = email): Promise<void> {
  const stranger = new ConsoleClient(host.url);
  for (let address = 1; address <= 4; address += 1) {
    const from = { "x-forwarded-for": `192.0.2.${address}` };
    const body = { email: each, password: "guess" };
    const { status } = await stranger.ask("POST", "/auth/sign-in/email", body, from);
    expect([address, status]).toEqual([address, address < 4 ? 401 : 429]);
  }
}

describe("guesses of strangers", () => {
  it("keep nobody from signing in where they signed in before", async () => {
    const { host, client } = await start(limited);
    await client.signIn();
    await guessFromEverywhere(host);
    expect((await new ConsoleClient(host.url).signIn()).status).toBe(429);
    expect((await client.signIn()).status).toBe(200);
    expect((await client.signIn()).status).toBe(200);
    expect((await new ConsoleClient(host.url).signIn()).status).toBe(429);
  });

  it("keep nobody who is signed in from changing the password", async () => {
    const { host, client } = await start(limited);
    await client.signIn();
    await guessFromEverywhere(host);
    const body = { current: password, password: "another password" };
    expect((await client.ask("PUT", "/me/password", body)).status).toBe(200);
  });
});

describe("a browser in which somebody signed in", () => {
  it("has no more guesses than others, and gets none from another account's cookie", async () => {
    const { host, client } = await start(limited);
    await client.signIn();
    const { cookie } = await joined(host, client);
    await guessFromEverywhere(host, ben);
    const own = new ConsoleClient(host.url);
    own.cookie = cookie;
    await guessFromEverywhere(host);
    expect((await own.signIn({ email, password })).status).toBe(429);
    const guess = (index: number) =>
      own.ask(
        "POST",
        "/auth/sign-in/email",
        { email: ben, password: "guess" },
        { "x-forwarded-for": `198.51.100.${index}` },
      );
    for (const [index, status] of [401, 401, 401, 429].entries()) {
      expect([index, (await guess(index)).status]).toEqual([index, status]);
    }
  });

  it("is a strange one with a cookie that was not made here, or once the account is disabled", async () => {
    const { host, client } = await start(limited);
    await client.signIn();
    const agent = await joined(host, client);
    const known = agent.cookie.split("; ").find((each) => each.startsWith("parley.known"));
    expect(known).toBeDefined();
    await guessFromEverywhere(host, ben);
    const credentials = { email: ben, password: longPassword };
    const signInWith = (cookie: string) => {
      const other = new ConsoleClient(host.url);
      other.cookie = cookie;
      return other.signIn(credentials);
    };
    expect((await signInWith(`${known?.slice(0, -4)}AAAA`)).status).toBe(429);
    expect((await signInWith(String(known))).status).toBe(200);
    const { id } = await accountOf(agent);
    await client.ask("PATCH", `/people/${id}`, { disabled: true });
    expect((await signInWith(String(known))).status).toBe(429);
  });
});
