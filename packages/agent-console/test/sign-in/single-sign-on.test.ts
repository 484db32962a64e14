import { describe, expect, it } from "vitest";
import { email as adaEmail } from "../support/console-host.ts";
import { clientId, clientSecret } from "../support/accounts/oidc-provider.ts";
import { accountOf, invited } from "../support/accounts/people.ts";
import { domain, problem, useSingleSignOn, verified } from "../support/accounts/single-sign-on.ts";

const { start, arrive, refusal } = useSingleSignOn();

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
    // The email changes at the provider; the subject never does.
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
