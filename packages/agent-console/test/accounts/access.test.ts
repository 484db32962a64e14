import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { ConsoleClient } from "../support/console-client.ts";
import type { ConsoleHost } from "../support/console-host.ts";
import { joined, longPassword } from "../support/accounts/people.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();

type Access = "anybody" | "agents" | "admins";

/** All routes, and who may use them. */
const table: readonly (readonly [method: string, path: string, access: Access])[] = [
  ["GET", "/auth/ways", "anybody"],
  ["POST", "/auth/sign-in/email", "anybody"],
  ["GET", "/auth/oidc/start", "anybody"],
  ["GET", "/auth/oidc/callback", "anybody"],
  ["POST", "/links/invitation", "anybody"],
  ["POST", "/links/invitation/accept", "anybody"],
  ["POST", "/links/password", "anybody"],
  ["POST", "/links/password/use", "anybody"],
  ["GET", "/me", "agents"],
  ["PATCH", "/me", "agents"],
  ["GET", "/me/unsent-key", "agents"],
  ["GET", "/first-minute", "agents"],
  ["PUT", "/me/password", "agents"],
  ["GET", "/sessions", "agents"],
  ["DELETE", "/sessions/:id", "agents"],
  ["GET", "/presence", "agents"],
  ["PUT", "/presence", "agents"],
  ["GET", "/settings", "agents"],
  ["PUT", "/settings", "admins"],
  ["GET", "/conversations", "agents"],
  ["GET", "/inbox", "agents"],
  ["GET", "/conversations/:id", "agents"],
  ["GET", "/conversations/:id/messages", "agents"],
  ["POST", "/conversations/:id/messages", "agents"],
  ["POST", "/conversations/:id/messages/:message/resend", "agents"],
  ["PUT", "/conversations/:id/read", "agents"],
  ["GET", "/conversations/:id/draft", "agents"],
  ["PUT", "/conversations/:id/draft", "agents"],
  ["GET", "/drafts", "agents"],
  ["POST", "/search", "agents"],
  ["GET", "/replies", "agents"],
  ["POST", "/replies", "agents"],
  ["PATCH", "/replies/:id", "agents"],
  ["DELETE", "/replies/:id", "agents"],
  ["POST", "/conversations/:id/typing", "agents"],
  ["GET", "/events", "agents"],
  ["HEAD", "/events", "agents"],
  ["GET", "/people", "admins"],
  ["PATCH", "/people/:id", "admins"],
  ["POST", "/people/:id/password-link", "admins"],
  ["DELETE", "/people/:id/sessions", "admins"],
  ["GET", "/invitations", "admins"],
  ["POST", "/invitations", "admins"],
  ["DELETE", "/invitations/:id", "admins"],
  ["GET", "/channels", "admins"],
  ["POST", "/channels", "admins"],
  ["GET", "/channels/:id", "admins"],
  ["PATCH", "/channels/:id", "admins"],
  ["DELETE", "/channels/:id", "admins"],
  ["POST", "/channels/:id/rotate", "admins"],
  ["POST", "/channels/:id/signing", "admins"],
  ["DELETE", "/channels/:id/signing", "admins"],
  ["POST", "/channel-address", "admins"],
  ["POST", "/channels/:id/check", "admins"],
  ["POST", "/channels/:id/test-message", "admins"],
  ["GET", "/channels/:id/deliveries", "admins"],
  ["POST", "/conversations/:id/erase", "admins"],
  ["GET", "/deliveries", "admins"],
  ["GET", "/deliveries/:id", "admins"],
  ["POST", "/deliveries/:id/retry", "admins"],
  ["DELETE", "/sessions", "agents"],
  ["POST", "/auth/sign-out", "agents"],
];

interface Layer {
  /** Mounted without a path of its own. */
  readonly slash: boolean;
  readonly route?: {
    readonly path: string;
    readonly methods: Readonly<Record<string, boolean>>;
  };
  readonly handle: { readonly stack?: readonly Layer[] };
}

/** The routes that the console serves below `api/`. So no route can be missing in the table. */
function served(router: unknown): string[] {
  const { stack } = router as { readonly stack: readonly Layer[] };
  const mounted = stack.filter(({ slash, handle }) => !slash && handle.stack !== undefined);
  expect(mounted).toHaveLength(1);
  return mounted.flatMap(({ handle }) => routesOf(handle.stack ?? []));
}

function routesOf(layers: readonly Layer[]): string[] {
  return layers.flatMap(({ slash, route, handle }) => {
    if (route !== undefined) {
      const methods = Object.keys(route.methods).filter((name) => name !== "_all");
      if (methods.length === 0) return [`every method ${route.path}`];
      return methods.map((method) => `${method.toUpperCase()} ${route.path}`);
    }
    return slash ? routesOf(handle.stack ?? []) : ["something at a path that is no route's"];
  });
}

/** The status of an answer whose body may never end. */
async function statusOf(
  host: ConsoleHost,
  cookie: string,
  [method, path]: (typeof table)[number],
): Promise<number> {
  const address = `${host.url}/console/api${path.replaceAll(/:[a-z]+/g, "x")}`;
  const response = await fetch(address, {
    method,
    redirect: "manual",
    headers: cookie === "" ? {} : { cookie },
    ...(method !== "GET" && method !== "HEAD" && { body: "{}" }),
  });
  await response.body?.cancel();
  return response.status;
}

describe("the console's API", () => {
  it("has no route that this table does not name, and each that it names", async () => {
    const { host } = await start();
    const named = table.map(([method, path]) => `${method} ${path}`);
    expect(served(host.consoleApp.router).toSorted()).toEqual(named.toSorted());
  });

  it("stands in API.md, route by route, with who may use it", async () => {
    const page = await readFile(new URL("../../API.md", import.meta.url), "utf8");
    const rows = page.matchAll(/^\| `([A-Z]+ \/\S*)` \| (\w+) \|/gm);
    const told = [...rows].map(([, route, access]) => `${route} ${access}`);
    expect(told.toSorted()).toEqual(table.map((row) => row.join(" ")).toSorted());
  });

  it("answers nobody with 401 where somebody must be signed in, and in the failure shape", async () => {
    const { host, client } = await start();
    for (const cookie of ["", "parley.session_token=made.up"]) {
      for (const row of table) {
        const status = await statusOf(host, cookie, row);
        if (row[2] === "anybody") expect([row, [401, 403].includes(status)]).toEqual([row, false]);
        else expect([row, status]).toEqual([row, 401]);
      }
    }
    const answer = await client.ask("GET", "/people");
    expect(answer.body).toEqual({ error: { code: 40101, message: expect.any(String) } });
  });

  it("answers an agent with 403 for all that is an admin's", async () => {
    const { host, client } = await start();
    await client.signIn();
    const agent = await joined(host, client);
    for (const row of table) {
      if (row[2] !== "admins") continue;
      expect([row, await statusOf(host, agent.cookie, row)]).toEqual([row, 403]);
    }
    const answer = await agent.ask("GET", "/people");
    expect(answer.body).toEqual({ error: { code: 40392, message: expect.any(String) } });
  });

  it("lets an agent do what is an agent's, and an admin everything", async () => {
    const { host, client } = await start();
    await client.signIn();
    const ben = { email: "ben@parley.example", password: longPassword };
    const agent = await joined(host, client);
    for (const row of table) {
      for (const [who, credentials, may] of [
        [client, undefined, true],
        [agent, ben, row[2] !== "admins"],
      ] as const) {
        if (!may) continue;
        expect([row, [401, 403].includes(await statusOf(host, who.cookie, row))]).toEqual([
          row,
          false,
        ]);
        // Some routes end the session on purpose.
        if ((await who.ask("GET", "/me")).status === 401) await who.signIn(credentials);
      }
    }
  });

  it("answers 404 for what is no route, to whoever is signed in", async () => {
    const { host, client } = await start();
    expect((await client.ask("GET", "/nothing")).status).toBe(401);
    await client.signIn();
    const agent = await joined(host, client);
    for (const who of [client, agent]) {
      expect((await who.ask("GET", "/nothing")).status).toBe(404);
      expect((await who.ask("GET", "/people/x/nothing")).status).toBe(404);
    }
  });

  it("refuses on every route what another site sends, but for the way back from a provider", async () => {
    const { host } = await start();
    const client = new ConsoleClient(host.url);
    await client.signIn();
    for (const [method, path] of table) {
      const answer = await fetch(`${host.url}/console/api${path.replaceAll(/:[a-z]+/g, "x")}`, {
        method,
        redirect: "manual",
        headers: { cookie: client.cookie, origin: "https://evil.example" },
      });
      await answer.body?.cancel();
      const isCallback = path === "/auth/oidc/callback";
      expect([method, path, answer.status]).toEqual([method, path, isCallback ? 404 : 403]);
    }
    expect((await client.ask("GET", "/me")).status).toBe(200);
  });
});
