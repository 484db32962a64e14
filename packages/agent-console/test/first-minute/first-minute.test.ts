import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answer, email, password } from "../support/console-host.ts";
import type { ConsoleClient } from "../support/console-client.ts";
import { onlyConversation, text } from "../support/browser/reading.ts";
import { until, useConsole } from "../support/use-console.ts";

const start = useConsole();

const firstMinute = async (client: ConsoleClient) =>
  (await client.ask("GET", "/first-minute")).body;

const reply = async (client: ConsoleClient, words: string) => {
  const id = await onlyConversation(client);
  await client.ask("POST", `/conversations/${id}/messages`, { type: "text", text: words });
};

describe("the first minute", () => {
  it("lasts until an agent's message has reached a visitor, for every agent and after a restart", async () => {
    const directory = await mkdtemp(join(tmpdir(), "parley-first-"));
    try {
      const failed = answer(200, { error: { code: 1, message: "no" } });
      let answered = failed;
      const first = await start({ directory, post: async () => answered || failed });
      await first.client.signIn();
      await first.host.visitor(text(1, "hello"));
      expect(await firstMinute(first.client)).toMatchObject({ chatted: false, shopUrl: null });
      await reply(first.client, "hi");
      await until(async () => {
        const { body } = await first.client.ask("GET", "/deliveries?state=failed");
        return (body["deliveries"] as unknown[]).length > 0;
      });
      expect(await firstMinute(first.client)).toMatchObject({ chatted: false });
      answered = answer(200, { result: "ok" });
      await reply(first.client, "hi again");
      await until(async () => (await firstMinute(first.client))["chatted"] === true);
      await first.host.close();
      // The new gateway has no conversation.
      const second = await start({ directory });
      await second.client.signIn();
      expect(await firstMinute(second.client)).toMatchObject({ chatted: true });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  });

  it("tells the shop's address of the host, and refuses one that is no address", async () => {
    const { client } = await start({ shopUrl: "http://127.0.0.1:8081/" });
    expect((await client.ask("GET", "/first-minute")).status).toBe(401);
    await client.signIn();
    expect(await firstMinute(client)).toMatchObject({ shopUrl: "http://127.0.0.1:8081/" });
    await expect(start({ shopUrl: "javascript:alert(1)" })).rejects.toThrow("shopUrl");
  });

  it("asks the first account once for the name that visitors read, when the host gave none", async () => {
    const { client } = await start({ firstAccount: { email, password } });
    await client.signIn();
    expect(await firstMinute(client)).toMatchObject({ asksName: true });
    expect((await client.ask("PATCH", "/me", { name: " " })).status).toBe(400);
    expect(await firstMinute(client)).toMatchObject({ asksName: true });
    await client.ask("PATCH", "/me", { name: "Admin" });
    expect(await firstMinute(client)).toMatchObject({ asksName: false });
    const named = await start();
    await named.client.signIn();
    expect(await firstMinute(named.client)).toMatchObject({ asksName: false });
  });
});
