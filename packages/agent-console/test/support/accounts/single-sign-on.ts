import { afterAll, beforeAll, expect } from "vitest";
import type { SingleSignOnOptions } from "../../../src/index.ts";
import { ConsoleClient } from "../console-client.ts";
import type { ConsoleHost, ConsoleHostOptions } from "../console-host.ts";
import { clientId, clientSecret, OidcProvider, type ProviderPlan } from "./oidc-provider.ts";
import { Traveller } from "../browser/traveller.ts";
import { type StartedConsole, useConsole } from "../use-console.ts";

/** Claims of a provider about a person with a verified email. */
export const verified = (email: string, name = "Ben Bitdiddle") => ({
  email,
  email_verified: true,
  name,
});
/** Options that create an account for every email of one domain. */
export const domain = { allowedDomains: ["parley.example"], newAccounts: "agent" as const };
/** The page's address that explains a failed sign-in. */
export const problem = (name: string): string => `/console/#/sign-in/${name}`;

export interface Arrival {
  /** The last redirect of the console. */
  readonly location: string;
  /** The browser's cookies at the console. */
  readonly client: ConsoleClient;
  readonly callback: string;
  readonly traveller: Traveller;
}

/** Changes the redirect from the provider. */
type Change = (callback: URL, traveller: Traveller) => void;

/** Consoles that use one provider, which runs during the file's tests. */
export interface SingleSignOnBench {
  /** `options`: of single sign-on; `host`: of the console. */
  start(options?: Partial<SingleSignOnOptions>, host?: ConsoleHostOptions): Promise<StartedConsole>;
  plan(plan: Partial<ProviderPlan>): Promise<void>;
  readonly issuer: string;
  /** Signs in at the provider according to the plan. */
  arrive(host: ConsoleHost, plan: Partial<ProviderPlan>, change?: Change): Promise<Arrival>;
  /** Where a refused person is redirected. */
  refusal(host: ConsoleHost, plan: Partial<ProviderPlan>, change?: Change): Promise<string>;
}

export function useSingleSignOn(): SingleSignOnBench {
  const startConsole = useConsole();
  let provider: OidcProvider;
  beforeAll(async () => {
    provider = await OidcProvider.start();
  });
  afterAll(() => provider.stop());

  const bench: SingleSignOnBench = {
    start: (options, host) => {
      const { issuer } = provider;
      return startConsole({
        ...host,
        singleSignOn: { issuer, clientId, clientSecret, ...options },
      });
    },
    plan: (plan) => provider.plan(plan),
    get issuer() {
      return provider.issuer;
    },
    async arrive(host, plan, change = () => undefined) {
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
    },
    async refusal(host, plan, change) {
      const { location, client } = await bench.arrive(host, plan, change);
      expect((await client.ask("GET", "/me")).status).toBe(401);
      return location;
    },
  };
  return bench;
}
