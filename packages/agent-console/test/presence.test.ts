import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { presenceLimitMs } from "../src/presence.ts";
import { useConsole } from "./support/use-console.ts";

const start = useConsole();
/** The core shares one answer for at most a second. */
const afterTheSharedAnswer = 1_001;

describe("the channel's status", () => {
  it("is 0 while nobody ever signed in, and still when somebody only signed in", async () => {
    const { host, client } = await start();
    expect(await host.status()).toBe(0);
    await client.signIn();
    host.clock.push(afterTheSharedAnswer);
    expect(await host.status()).toBe(0);
  });

  it("is 1 from the moment an agent says so until the agent takes it back", async () => {
    const { host, client } = await start();
    await client.signIn();
    const answer = await client.ask("PUT", "/presence", { available: true });
    expect([answer.status, answer.body]).toEqual([200, { available: true }]);
    expect((await client.ask("GET", "/presence")).body).toEqual({ available: true });
    expect(await host.status()).toBe(1);
    await client.ask("PUT", "/presence", { available: false });
    host.clock.push(afterTheSharedAnswer);
    expect(await host.status()).toBe(0);
  });

  it("is 0 again when the agent signs out", async () => {
    const { host, client } = await start();
    await client.signIn();
    await client.ask("PUT", "/presence", { available: true });
    await client.ask("POST", "/auth/sign-out");
    expect(await host.status()).toBe(0);
  });

  it("is still 1 after a restart of the gateway", async () => {
    const directory = await mkdtemp(join(tmpdir(), "parley-console-"));
    const first = await start({ directory });
    await first.client.signIn();
    await first.client.ask("PUT", "/presence", { available: true });
    await first.host.close();
    const second = await start({ directory });
    expect(await second.host.status()).toBe(1);
    await second.host.close();
    await rm(directory, { recursive: true });
  });

  it("is 0 when the available agent has not been seen for twelve hours", async () => {
    const { host, client } = await start();
    await client.signIn();
    await client.ask("PUT", "/presence", { available: true });
    host.clock.push(presenceLimitMs - 60_000);
    expect(await host.status()).toBe(1);
    await client.ask("GET", "/me");
    host.clock.push(presenceLimitMs - 60_000);
    expect(await host.status()).toBe(1);
    host.clock.push(120_000);
    expect(await host.status()).toBe(0);
  });
});
