import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SingleSignOnOptions } from "../src/index.ts";
import { ConsoleClient } from "./support/console-client.ts";
import { type ConsoleHost, email as adaEmail } from "./support/console-host.ts";
import {
  clientId,
  clientSecret,
  OidcProvider,
  type ProviderPlan,
} from "./support/oidc-provider.ts";
import { accountOf, invited } from "./support/people.ts";
import { Traveller } from "./support/traveller.ts";
import { useConsole } from "./support/use-console.ts";

const startConsole = useConsole();
let provider: OidcProvider;

beforeAll(async () => {
  provider = await OidcProvider.start();
});
afterAll(() => provider.stop());

const verified = (email: string, name = "Ben Bitdiddle") => ({ email, email_verified: true, name });
const domain = { allowedDomains: ["parley.example"], newAccounts: "agent" as const };

function start(options: Partial<SingleSignOnOptions> = {}) {
  const { issuer } = provider;
  return startConsole({ singleSignOn: { issuer, clientId, clientSecret, ...options } });
}

interface Arrival {
  /** Where the console sends the browser in the end. */
  readonly location: string;
  /** The cookies of the browser at the console. */
  readonly client: ConsoleClient;
  readonly callback: string;
  readonly traveller: Traveller;
}

/** Signs in at the provider as the plan says; `change` has its hands on the way back. */
async function arrive(
  host: ConsoleHost,
  plan: Partial<ProviderPlan>,
  change: (callback: URL, traveller: Traveller) => void = () => undefined,
): Promise<Arrival> {
  await provider.plan(plan);
  const traveller = new Traveller();
  const begin = await traveller.visit(`${host.url}/console/api/auth/oidc/start`);
  const address = begin.headers.get("location") ?? "";
  if (!address.startsWith(provider.issuer)) throw new Error(`sent to ${address}`);
  const callback = new URL(await traveller.travelTo(host.url, address));
  change(callback, traveller);
  const end = await traveller.visit(callback.href);
  expect(end.status).toBe(303);
  const client = new ConsoleClient(host.url);
  client.cookie = traveller.cookiesOf(host.url);
  const location = end.headers.get("location") ?? "";
  return { location, client, callback: callback.href, traveller };
}

const problem = (name: string): string => `/console/#/sign-in/${name}`;

async function refusal(
  host: ConsoleHost,
  plan: Partial<ProviderPlan>,
  change?: (callback: URL, traveller: Traveller) => void,
): Promise<string> {
  const { location, client } = await arrive(host, plan, change);
  expect((await client.ask("GET", "/me")).status).toBe(401);
  return location;
}

describe("single sign-on", () => {
  it("sends the browser away with state, nonce and PKCE, and a ticket that scripts cannot read", async () => {
    const { host, client } = await start({ label: "Sign in with Acme" });
    const { body } = await client.ask("GET", "/auth/ways");
    expect(body).toEqual({ singleSignOn: { label: "Sign in with Acme" } });
    const response = await fetch(`${host.url}/console/api/auth/oidc/start`, { redirect: "manual" });
    const { searchParams } = new URL(response.headers.get("location") ?? "");
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: "code",
      client_id: clientId,
      scope: "openid email profile",
      redirect_uri: `${host.url}/console/api/auth/oidc/callback`,
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
    const [ticket = ""] = response.headers.getSetCookie();
    for (const part of ["HttpOnly", "SameSite=Lax", "Path=/console/api/auth/oidc", "Max-Age=600"]) {
      expect(ticket).toContain(part);
    }
    for (const name of ["state", "nonce"]) expect(ticket).not.toContain(searchParams.get(name));
  });

  it("makes an account for a verified email of an allowed domain, and finds it again by its subject", async () => {
    const { host } = await start(domain);
    const claims = verified("ben@parley.example");
    const first = await arrive(host, { subject: "ben", claims });
    expect(first.location).toBe("/console/");
    const account = await accountOf(first.client);
    expect(account).toMatchObject({ email: claims.email, name: claims.name, role: "agent" });
    const me = await first.client.ask("GET", "/me");
    expect(me.body).toMatchObject({ hasPassword: false });
    // The email has changed at the provider; the subject never does.
    const renamed = verified("benjamin@parley.example");
    const second = await arrive(host, { subject: "ben", claims: renamed });
    expect((await accountOf(second.client)).id).toBe(account.id);
  });

  it("signs in to the account of the same verified email", async () => {
    const { host, client } = await start();
    await client.signIn();
    const { client: other } = await arrive(host, { claims: verified("Ada@Parley.example") });
    expect((await accountOf(other)).id).toBe((await accountOf(client)).id);
    const session = other.cookie.split("; ").find((each) => each.startsWith("parley.session"));
    expect(session).toBeDefined();
  });

  it("takes up an open invitation of the verified email, with its role", async () => {
    const { host, client } = await start();
    await client.signIn();
    await invited(client, "admin", "ben@parley.example");
    const { client: ben } = await arrive(host, {
      subject: "ben",
      claims: verified("ben@parley.example"),
    });
    expect(await accountOf(ben)).toMatchObject({ role: "admin" });
    expect((await client.ask("GET", "/invitations")).body).toEqual({ invitations: [] });
  });

  it("lets in nobody who is not invited, of another domain, disabled, or has an email that changed hands", async () => {
    const { host, client } = await start();
    await client.signIn();
    const eve = { subject: "eve", claims: verified("eve@parley.example") };
    expect(await refusal(host, eve)).toBe(problem("not-admitted"));
    expect(await refusal(host, { claims: verified("") })).toBe(problem("unverified-email"));

    await arrive(host, { subject: "ada", claims: verified(adaEmail) });
    const heir = { subject: "another person", claims: verified(adaEmail) };
    expect(await refusal(host, heir)).toBe(problem("not-admitted"));

    const strict = await start({ allowedDomains: ["other.example"] });
    expect(await refusal(strict.host, { claims: verified(adaEmail) })).toBe(
      problem("not-admitted"),
    );
    const open = await start(domain);
    for (const email of ["eve@parley.example.evil.example", "eve@evilparley.example"]) {
      expect(await refusal(open.host, { subject: email, claims: verified(email) })).toBe(
        problem("not-admitted"),
      );
    }

    await open.client.signIn();
    const ben = { subject: "ben", claims: verified("ben@parley.example") };
    const { client: agent } = await arrive(open.host, ben);
    const { id } = await accountOf(agent);
    await open.client.ask("PATCH", `/people/${id}`, { disabled: true });
    expect(await refusal(open.host, ben)).toBe(problem("not-admitted"));
  });

  it.each([false, "true", undefined])(
    "refuses an email that the provider does not vouch for: %s",
    async (said) => {
      const { host } = await start();
      const claims = { email: adaEmail, email_verified: said, name: "Ada" };
      expect(await refusal(host, { claims })).toBe(problem("unverified-email"));
    },
  );

  it("takes an email from the ID token, too", async () => {
    const { host, client } = await start();
    await client.signIn();
    const told = { idTokenClaims: verified(adaEmail), claims: {} };
    const { client: other } = await arrive(host, told);
    expect((await accountOf(other)).id).toBe((await accountOf(client)).id);
    const untold = { idTokenClaims: { email: adaEmail }, claims: verified(adaEmail) };
    expect(await refusal(host, untold)).toBe(problem("unverified-email"));
  });

  it.each([
    ["nonce", "OAUTH_JWT_CLAIM_COMPARISON_FAILED"],
    ["audience", "OAUTH_JWT_CLAIM_COMPARISON_FAILED"],
    ["issuer", "OAUTH_JWT_CLAIM_COMPARISON_FAILED"],
    ["expired", "OAUTH_JWT_TIMESTAMP_CHECK_FAILED"],
    ["signature", "OAUTH_INVALID_RESPONSE"],
    ["unsigned", "OAUTH_INVALID_RESPONSE"],
  ] as const)(
    "refuses an ID token with the wrong %s, and logs the code of the cause",
    async (fault, cause) => {
      const { host } = await start();
      const claims = verified(adaEmail);
      expect(await refusal(host, { claims, fault })).toBe(problem("sso-failed"));
      expect(host.log.lines.filter((line) => line.includes(cause))).toHaveLength(1);
      expect((await arrive(host, { claims })).location).toBe("/console/");
    },
  );

  it("refuses a wrong state, a wrong code, no ticket, the ticket of another browser, and a second use", async () => {
    const { host } = await start();
    const plan = { claims: verified(adaEmail) };
    const alter = (name: string) => (callback: URL) => callback.searchParams.set(name, "another");
    expect(await refusal(host, plan, alter("state"))).toBe(problem("sso-failed"));
    expect(await refusal(host, plan, alter("code"))).toBe(problem("sso-failed"));
    expect(await refusal(host, plan, alter("iss"))).toBe(problem("sso-failed"));
    expect(await refusal(host, plan, (_, traveller) => traveller.forget(host.url))).toBe(
      problem("sso-late"),
    );
    const { callback, traveller } = await arrive(host, plan);
    const again = await traveller.visit(callback);
    expect(again.headers.get("location")).toBe(problem("sso-late"));
    const other = new Traveller();
    await other.visit(`${host.url}/console/api/auth/oidc/start`);
    const stolen = await other.visit(callback);
    expect(stolen.headers.get("location")).toBe(problem("sso-failed"));
  });

  it("refuses a ticket after ten minutes, and one that was not sealed here", async () => {
    const { host } = await start();
    const plan = { claims: verified(adaEmail) };
    expect(await refusal(host, plan, () => host.clock.push(10 * 60_000 + 1))).toBe(
      problem("sso-late"),
    );
    const forged = await fetch(`${host.url}/console/api/auth/oidc/callback?code=x&state=y`, {
      redirect: "manual",
      headers: { cookie: "parley.single_sign_on=bm90IHNlYWxlZCBoZXJl" },
    });
    expect(forged.headers.get("location")).toBe(problem("sso-late"));
  });

  it("says so when whoever signs in has thought better of it", async () => {
    const { host } = await start();
    expect(await refusal(host, { fault: "denied" })).toBe(problem("sso-cancelled"));
  });

  it("stops whoever fails again and again from one address", async () => {
    const { issuer } = provider;
    const { host } = await startConsole({
      singleSignOn: { issuer, clientId, clientSecret },
      signInLimit: { attempts: 2, seconds: 60 },
    });
    const ask = (from: string) =>
      fetch(`${host.url}/console/api/auth/oidc/callback?code=x`, {
        redirect: "manual",
        headers: { "x-forwarded-for": from },
      });
    for (const expected of ["sso-late", "sso-late", "sso-busy"]) {
      expect((await ask("192.0.2.1")).headers.get("location")).toBe(problem(expected));
    }
    expect((await ask("192.0.2.2")).headers.get("location")).toBe(problem("sso-late"));
  });

  it("leaves no email, name, token, code or secret in the log", async () => {
    const { host } = await start(domain);
    const claims = verified("ben@parley.example", "Canary Name");
    const { callback, client } = await arrive(host, { subject: "canary-subject", claims });
    await refusal(host, { subject: "canary-subject", claims, fault: "signature" });
    const { searchParams } = new URL(callback);
    const log = host.log.lines.join("\n");
    expect(log).toContain("single sign-on signed in");
    expect(log).toContain("sso-failed");
    for (const secret of [
      claims.email,
      "Canary",
      "canary",
      searchParams.get("code") ?? "",
      searchParams.get("state") ?? "",
      clientSecret,
      client.cookie,
    ]) {
      expect(log).not.toContain(secret);
    }
  });
});

describe("setting single sign-on up", () => {
  it("starts while the provider is down, tells whoever tries, and goes on once it is back", async () => {
    const early = await OidcProvider.start();
    await early.stop();
    const { host, client } = await start({ issuer: early.issuer });
    const begin = () => fetch(`${host.url}/console/api/auth/oidc/start`, { redirect: "manual" });
    expect((await begin()).headers.get("location")).toBe(problem("sso-unreachable"));
    expect((await client.signIn()).status).toBe(200);
    const late = await OidcProvider.start(Number(new URL(early.issuer).port));
    expect((await begin()).headers.get("location")).toContain(`${late.issuer}/auth?`);
    await late.stop();
  });

  it("is not there unless it is set up", async () => {
    const { client } = await startConsole();
    expect((await client.ask("GET", "/auth/ways")).body).toEqual({ singleSignOn: null });
    expect((await client.ask("GET", "/auth/oidc/start")).status).toBe(404);
    expect((await client.ask("GET", "/auth/oidc/callback?code=x")).status).toBe(404);
  });

  it.each([
    ["an issuer over plain http elsewhere", { issuer: "http://login.example/" }],
    ["a host that only looks like this machine", { issuer: "http://127.example.com/" }],
    ["an issuer that is no address", { issuer: "login" }],
    ["no client secret", { clientSecret: "" }],
    ["accounts for anybody of any domain", { newAccounts: "agent" as const }],
  ])("is refused at once with %s", async (_, options) => {
    await expect(async () => start(options)).rejects.toMatchObject({ code: "console-sso-invalid" });
  });
});
