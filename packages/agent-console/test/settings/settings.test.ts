import { describe, expect, it } from "vitest";
import { joined } from "../support/accounts/people.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();

describe("the settings of all agents", () => {
  it("are read by agents and changed by admins; nothing of visitors loads by default", async () => {
    const { host, client } = await start();
    await client.signIn();
    const agent = await joined(host, client);
    expect((await agent.ask("GET", "/settings")).body).toEqual({ alwaysShowMedia: false });
    for (const alwaysShowMedia of [true, false, true]) {
      const changed = await client.ask("PUT", "/settings", { alwaysShowMedia });
      expect(changed.body).toEqual({ alwaysShowMedia });
      expect((await agent.ask("GET", "/settings")).body).toEqual({ alwaysShowMedia });
    }
    expect((await agent.ask("PUT", "/settings", { alwaysShowMedia: false })).status).toBe(403);
    expect((await agent.ask("GET", "/settings")).body).toEqual({ alwaysShowMedia: true });
  });

  it("take nothing but true and false", async () => {
    const { client } = await start();
    await client.signIn();
    for (const body of [{}, { alwaysShowMedia: "yes" }, { alwaysShowMedia: 1 }, []]) {
      expect((await client.ask("PUT", "/settings", body)).status).toBe(400);
    }
    expect((await client.ask("GET", "/settings")).body).toEqual({ alwaysShowMedia: false });
  });
});
