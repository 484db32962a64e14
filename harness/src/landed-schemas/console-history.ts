import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { agentConsole, type AgentConsoleOptions, ConsoleApp } from "@parley/agent-console";
import { createGateway } from "@parley/core";
import { memoryStores } from "@parley/core/memory";
import { platformNode } from "@parley/platform-node";
import { transportUndici } from "@parley/transport-undici";
import express from "express";

const firstAccount = { email: "ada@shop.test", password: "correct horse battery", name: "Ada" };

type Place = Pick<AgentConsoleOptions, "directory" | "database">;
interface MeView {
  readonly account: { readonly name: string; readonly role: string };
  readonly available: boolean;
  readonly withoutPage: boolean;
}

/** A request of somebody who is signed in. */
type Ask = (method: string, path: string, body?: object) => Promise<unknown>;

/** An account that is available without a page, and a person who is invited. */
export async function writeAccounts(place: Place): Promise<void> {
  await withConsole(place, async (ask) => {
    await ask("PUT", "/presence", { available: true });
    await ask("PUT", "/presence", { withoutPage: true });
    await ask("POST", "/invitations", { email: "ben@shop.test", role: "admin" });
  });
}

/** Signs in, tells who is there, and invites one more person. Invitations of before may have ended by now. */
export async function readAccounts(place: Place): Promise<unknown> {
  return withConsole(place, async (ask) => {
    const { account, available, withoutPage } = (await ask("GET", "/me")) as MeView;
    const { people } = (await ask("GET", "/people")) as { people: readonly unknown[] };
    await ask("POST", "/invitations", { email: "carla@shop.test", role: "agent" });
    return {
      name: account.name,
      role: account.role,
      available,
      withoutPage,
      people: people.length,
    };
  });
}

async function withConsole<Result>(
  place: Place,
  work: (ask: Ask) => Promise<Result>,
): Promise<Result> {
  const app = express();
  const server = createServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gateway = await createGateway(
    platformNode({ logLevel: "error" }),
    memoryStores(),
    transportUndici({ allowInsecureLoopback: true }),
    agentConsole({ baseUrl: url, firstAccount, ...place } as AgentConsoleOptions),
  );
  try {
    const consoleApp = await gateway.get(ConsoleApp);
    app.use("/console", consoleApp.router);
    return await work(await signedIn(`${url}/console/api`, url));
  } finally {
    (await gateway.get(ConsoleApp)).close();
    server.close();
    server.closeAllConnections();
    await gateway.close();
  }
}

async function signedIn(api: string, origin: string): Promise<Ask> {
  let cookie = "";
  const ask: Ask = async (method, path, body) => {
    const response = await fetch(api + path, {
      method,
      headers: { origin, cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} was answered ${response.status}`);
    const set = response.headers.getSetCookie().map((each) => each.split(";", 1)[0]);
    if (set.length > 0) cookie = set.join("; ");
    const text = await response.text();
    return text === "" ? null : JSON.parse(text);
  };
  await ask("POST", "/auth/sign-in/email", firstAccount);
  return ask;
}
