import { describe, expect, it } from "vitest";
import { ConsoleClient } from "../support/console-client.ts";
import { joined } from "../support/accounts/people.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();

const keyOf = async (client: ConsoleClient) =>
  (await client.ask<{ key: string }>("GET", "/me/unsent-key")).body.key;

describe("the key of what an account has not sent", () => {
  it("is told to its own sessions alone, the same to each, and nobody may keep the answer", async () => {
    const { host, client } = await start();
    expect((await client.ask("GET", "/me/unsent-key")).status).toBe(401);
    await client.signIn();
    const answer = await client.ask("GET", "/me/unsent-key");
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const key = await keyOf(client);
    expect(key).toMatch(/^[0-9a-f]{64}$/);
    expect(await keyOf(await joined(host, client))).not.toBe(key);
    await client.ask("POST", "/auth/sign-out");
    expect((await client.ask("GET", "/me/unsent-key")).status).toBe(401);
    const again = new ConsoleClient(host.url);
    await again.signIn();
    expect(await keyOf(again)).toBe(key);
    expect(await host.files()).not.toContain(key);
  });
});
