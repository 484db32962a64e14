import { describe, expect, it } from "vitest";
import { email as adaEmail } from "../support/console-host.ts";
import { problem, useSingleSignOn, verified } from "../support/accounts/single-sign-on.ts";
import { Traveller } from "../support/browser/traveller.ts";

const { start, arrive, refusal } = useSingleSignOn();

describe("what comes back from a provider of single sign-on", () => {
  it.each([
    ["nonce", { cause: "OAUTH_JWT_CLAIM_COMPARISON_FAILED", claim: "nonce" }],
    ["audience", { cause: "OAUTH_JWT_CLAIM_COMPARISON_FAILED", claim: "aud" }],
    ["issuer", { cause: "OAUTH_JWT_CLAIM_COMPARISON_FAILED", claim: "iss" }],
    ["expired", { cause: "OAUTH_JWT_TIMESTAMP_CHECK_FAILED", claim: "exp" }],
    ["signature", { cause: "OAUTH_INVALID_RESPONSE" }],
    ["unsigned", { cause: "OAUTH_INVALID_RESPONSE" }],
  ] as const)("refuses an ID token with the wrong %s, and logs the cause", async (fault, facts) => {
    const { host } = await start();
    const claims = verified(adaEmail);
    expect(await refusal(host, { claims, fault })).toBe(problem("sso-failed"));
    const told = host.log.lines.filter((line) => line.includes("could not be used"));
    expect(told).toEqual([
      `the single sign-on provider could not be used ${JSON.stringify(facts)}`,
    ]);
    expect((await arrive(host, { claims })).location).toBe("/console/");
  });

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

  it("says so when the person cancels the sign-in", async () => {
    const { host } = await start();
    expect(await refusal(host, { fault: "denied" })).toBe(problem("sso-cancelled"));
  });

  it("stops an address that fails repeatedly", async () => {
    const { host } = await start({}, { signInLimit: { attempts: 2, seconds: 60 } });
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
});
