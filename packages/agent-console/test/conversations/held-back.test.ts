import { request } from "node:http";
import { describe, expect, it } from "vitest";
import type { ConsoleClient } from "../support/console-client.ts";
import type { ConsoleHost } from "../support/console-host.ts";
import { accountOf, joined } from "../support/accounts/people.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();

/** A request whose body ends on demand; `end` returns the status. */
async function begun(host: ConsoleHost, who: ConsoleClient, method: string, path: string) {
  const answered = Promise.withResolvers<number | undefined>();
  const address = `${host.url}/console/api${path}`;
  const asked = request(address, { method, headers: { cookie: who.cookie } }, (response) => {
    response.resume();
    answered.resolve(response.statusCode);
  });
  asked.on("error", () => answered.resolve(undefined));
  asked.write("{");
  // The answers to later requests show that this one has been read.
  for (let time = 0; time < 3; time += 1) await who.ask("GET", "/me");
  return (rest: string): Promise<number | undefined> => {
    asked.end(rest);
    return answered.promise;
  };
}

describe("an admin who holds back the end of a request", () => {
  it.each([
    ["disabled", { disabled: true }, 401],
    ["an agent", { role: "agent" }, 403],
  ])("can do no more with it than others once %s", async (_, change, status) => {
    const { host, client } = await start();
    await client.signIn();
    const other = await joined(host, client, "admin");
    const { id } = await accountOf(other);
    const invite = await begun(host, other, "POST", "/invitations");
    const comeBack = await begun(host, other, "PATCH", `/people/${id}`);
    await client.ask("PATCH", `/people/${id}`, change);
    expect(await invite('"email":"back@parley.example","role":"admin"}')).toBe(status);
    expect(await comeBack('"disabled":false,"role":"admin"}')).toBe(status);
    expect((await client.ask("GET", "/invitations")).body).toEqual({ invitations: [] });
  });
});
