import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ParleyError } from "@parley/core";
import { describe, expect, it } from "vitest";
import { agentConsole } from "../../src/index.ts";
import { defaultPresenceMs } from "../../src/accounts/presence.ts";
import { joined } from "../support/accounts/people.ts";
import { ConsoleClient } from "../support/console-client.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();
/** Core caches the answer for at most a second. */
const afterTheSharedAnswer = 1_001;
const minuteMs = 60_000;

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
    const present = { available: true, withoutPage: false, present: true, anyAvailable: true };
    const answer = await client.ask("PUT", "/presence", { available: true });
    expect([answer.status, answer.body]).toEqual([200, present]);
    expect((await client.ask("GET", "/presence")).body).toEqual(present);
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

  it("stays 1 when the agent signs out on one of two devices in use, and not for one that was left long ago", async () => {
    const { host, client } = await start();
    await client.signIn();
    const phone = new ConsoleClient(host.url);
    await phone.signIn();
    await client.ask("PUT", "/presence", { available: true });
    await phone.ask("POST", "/auth/sign-out");
    expect(await host.status()).toBe(1);
    const tablet = new ConsoleClient(host.url);
    await tablet.signIn();
    host.clock.push(6 * minuteMs);
    await client.ask("PUT", "/presence", { available: true });
    await client.ask("POST", "/auth/sign-out");
    host.clock.push(afterTheSharedAnswer);
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

  it("is 0 once the available agent's last call is five minutes ago, and 1 at the next, as chosen", async () => {
    const { host, client } = await start();
    await client.signIn();
    await client.ask("PUT", "/presence", { available: true });
    for (let minute = 0; minute < 6; minute += 1) {
      host.clock.push(minuteMs);
      await client.ask("GET", "/presence");
      expect(await host.status()).toBe(1);
    }
    host.clock.push(defaultPresenceMs - minuteMs);
    expect(await host.status()).toBe(1);
    host.clock.push(minuteMs);
    expect(await host.status()).toBe(0);
    const { body } = await client.ask("GET", "/conversations");
    expect(body).toMatchObject({ conversations: [] });
    host.clock.push(afterTheSharedAnswer);
    expect(await host.status()).toBe(1);
    expect((await client.ask("GET", "/presence")).body).toMatchObject({ available: true });
  });

  it("holds for a hidden page, whose timers run every other minute at worst", async () => {
    const { host, client } = await start();
    await client.signIn();
    await client.ask("PUT", "/presence", { available: true });
    for (let time = 0; time < 3; time += 1) {
      // Just too early for another write.
      host.clock.push(29_000);
      await client.ask("GET", "/presence");
      host.clock.push(2 * minuteMs);
      expect(await host.status()).toBe(1);
      await client.ask("GET", "/presence");
    }
  });

  it("stays 1 when the page is closed, for an agent who chose so, until the agent is signed in nowhere", async () => {
    const { host, client } = await start();
    await client.signIn();
    await client.ask("PUT", "/presence", { available: true });
    const chosen = await client.ask("PUT", "/presence", { withoutPage: true });
    expect(chosen.body).toMatchObject({ available: true, withoutPage: true });
    host.clock.push(6 * 24 * 60 * minuteMs);
    expect(await host.status()).toBe(1);
    host.clock.push(2 * 24 * 60 * minuteMs);
    expect(await host.status()).toBe(0);
  });

  it("is 0 for an agent who may stay available when the page is closed and signs out, or takes it back", async () => {
    const { host, client } = await start();
    await client.signIn();
    await client.ask("PUT", "/presence", { available: true, withoutPage: true });
    await client.ask("POST", "/auth/sign-out");
    expect(await host.status()).toBe(0);
    await client.signIn();
    await client.ask("PUT", "/presence", { available: true, withoutPage: false });
    host.clock.push(defaultPresenceMs);
    expect(await host.status()).toBe(0);
  });

  it("is not 1 for an instant from a wrong clock", async () => {
    const { host, client } = await start();
    await client.signIn();
    host.clock.push(60 * minuteMs);
    await client.ask("PUT", "/presence", { available: true });
    host.clock.push(-60 * minuteMs);
    expect(await host.status()).toBe(0);
    await client.ask("GET", "/me");
    host.clock.push(afterTheSharedAnswer);
    expect(await host.status()).toBe(1);
  });

  it("follows the time that the host sets", async () => {
    const { host, client } = await start({ presenceSeconds: 4 });
    const me = await client.signIn();
    expect(me.body).toMatchObject({ signOfLifeMs: 1_000 });
    await client.ask("PUT", "/presence", { available: true });
    host.clock.push(3_900);
    expect(await host.status()).toBe(1);
    await client.ask("GET", "/presence");
    host.clock.push(3_900);
    expect(await host.status()).toBe(1);
    host.clock.push(200);
    host.clock.push(afterTheSharedAnswer);
    expect(await host.status()).toBe(0);
  });
});

describe("an agent whose presence has expired", () => {
  it("is shown as available and not there, and other pages are told without being asked", async () => {
    const { host, client } = await start({ presenceSeconds: 5 });
    await client.signIn();
    const ben = await joined(host, client);
    await ben.ask("PUT", "/presence", { available: true });
    const page = await client.events();
    expect((await page.next("presence"))?.data).toMatchObject({ anyAvailable: true });
    host.clock.push(5_000);
    for (;;) {
      const told = await page.next("presence");
      if (told?.data["anyAvailable"] === false) break;
    }
    const { body } = await client.ask<{ people: unknown[] }>("GET", "/people");
    expect(body.people[1]).toMatchObject({ available: true, present: false });
    await page.close();
  });
});

describe("agentConsole", () => {
  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])(
    "refuses a presence of %s seconds",
    (presenceSeconds) => {
      const make = () =>
        agentConsole({ directory: "nowhere", baseUrl: "http://127.0.0.1", presenceSeconds });
      expect(make).toThrow(ParleyError);
    },
  );
});
