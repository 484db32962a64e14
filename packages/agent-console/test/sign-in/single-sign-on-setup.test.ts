import { describe, expect, it } from "vitest";
import type { SingleSignOnOptions } from "../../src/index.ts";
import { clientId, clientSecret, OidcProvider } from "../support/accounts/oidc-provider.ts";
import { problem } from "../support/accounts/single-sign-on.ts";
import { useConsole } from "../support/use-console.ts";

const startConsole = useConsole();
const issuer = "https://login.example/";
const start = (options: Partial<SingleSignOnOptions>) =>
  startConsole({ singleSignOn: { issuer, clientId, clientSecret, ...options } });

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
