import { describe, expect, it, vi } from "vitest";
import { PasswordChecks } from "../../src/sign-in/password-checks.ts";
import { ConsoleClient } from "../support/console-client.ts";
import {
  accountOf,
  invited,
  joined,
  longPassword,
  passwordLinkFor,
} from "../support/accounts/people.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();
const ben = "ben@parley.example";
const carla = "carla@parley.example";

/** Two admins, links of the second, and a check whether those links work. */
async function withLinks() {
  const { host, client } = await start();
  await client.signIn();
  const other = await joined(host, client, "admin");
  const agent = await joined(host, client, "agent", carla);
  const { id } = await accountOf(other);
  const invitation = await invited(other, "admin", "back@parley.example");
  const link = await passwordLinkFor(other, (await accountOf(agent)).id);
  const guest = new ConsoleClient(host.url);
  const ways = async () => [
    (await guest.ask("POST", "/links/invitation", { token: invitation })).status,
    (await guest.ask("POST", "/links/password", { token: link })).status,
  ];
  return { client, other, id, ways };
}

describe("the links that an admin made", () => {
  it.each([
    ["is disabled", { disabled: true }],
    ["is an admin no more", { role: "agent" }],
  ])("lead nowhere once the admin %s, and not again afterwards", async (_, change) => {
    const { client, id, ways } = await withLinks();
    const own = await invited(client, "agent", "mine@parley.example");
    expect(await ways()).toEqual([200, 200]);
    await client.ask("PATCH", `/people/${id}`, { name: "Benjamin" });
    expect(await ways()).toEqual([200, 200]);
    await client.ask("PATCH", `/people/${id}`, change);
    expect(await ways()).toEqual([404, 404]);
    await client.ask("PATCH", `/people/${id}`, { disabled: false, role: "admin" });
    expect(await ways()).toEqual([404, 404]);
    expect((await client.ask("POST", "/links/invitation", { token: own })).status).toBe(200);
  });

  it("are listed with who made them", async () => {
    const { client, id } = await withLinks();
    await client.ask("PATCH", `/people/${id}`, { name: "Benjamin" });
    expect((await client.ask("GET", "/invitations")).body).toEqual({
      invitations: [
        expect.objectContaining({
          email: "back@parley.example",
          issuedBy: { id, name: "Benjamin" },
        }),
      ],
    });
  });
});

describe("a password link", () => {
  const links = async () => {
    const { host, client } = await start();
    await client.signIn();
    const agent = await joined(host, client);
    const { id } = await accountOf(agent);
    const token = await passwordLinkFor(client, id);
    const guest = new ConsoleClient(host.url);
    const use = async () => (await guest.ask("POST", "/links/password", { token })).status;
    expect(await use()).toBe(200);
    return { client, agent, id, guest, token, use };
  };

  it("leads nowhere once its account's owner has changed the password", async () => {
    const { agent, use } = await links();
    const wrong = { current: "a wrong password", password: "another password" };
    await agent.ask("PUT", "/me/password", wrong);
    expect(await use()).toBe(200);
    await agent.ask("PUT", "/me/password", { ...wrong, current: longPassword });
    expect(await use()).toBe(404);
  });

  it("does not come back with an account that was disabled, and ends with its role", async () => {
    const { client, id, use } = await links();
    await client.ask("PATCH", `/people/${id}`, { disabled: true });
    await client.ask("PATCH", `/people/${id}`, { disabled: false });
    expect(await use()).toBe(404);
    const changed = await links();
    await changed.client.ask("PATCH", `/people/${changed.id}`, { role: "admin" });
    expect(await changed.use()).toBe(404);
  });

  it("that was replaced while its use waited takes nothing, and leaves the new one good", async () => {
    const { client, agent, id, guest, token } = await links();
    let made = "";
    const run = vi.spyOn(PasswordChecks.prototype, "run");
    run.mockImplementationOnce(async (check) => {
      made = await passwordLinkFor(client, id);
      return check();
    });
    const body = { token, password: "an old password" };
    expect((await guest.ask("POST", "/links/password/use", body)).status).toBe(404);
    run.mockRestore();
    expect((await guest.ask("POST", "/links/password", { token: made })).status).toBe(200);
    expect((await agent.signIn({ email: ben, password: longPassword })).status).toBe(200);
  });
});
