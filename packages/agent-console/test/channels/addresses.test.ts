import type { TargetRefusal } from "@parley/core";
import { describe, expect, it } from "vitest";
import { codeOf } from "../support/accounts/people.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();

const refusals: Readonly<Record<string, TargetRefusal>> = {
  "http://10.1.2.3/agent/other": "not-https",
  "https://10.1.2.3/agent/other": "forbidden-address",
  "https://none.example/agent/other": "unresolvable",
};
/** Stands in for the transport's guard, and is asked with the URL that a message would be sent to. */
const targetCheck = async (url: string) => refusals[url] ?? null;
const messageOf = ({ body }: { readonly body: unknown }) =>
  (body as { readonly error: { readonly message: string } }).error.message;

describe("a channel's address", () => {
  it("that the transport would refuse is not taken, with a sentence that says why", async () => {
    const { host, client } = await start({ targetCheck });
    await client.signIn();
    for (const [chatApiUrl, words] of [
      ["http://10.1.2.3/agent", "https:// addresses only"],
      ["https://10.1.2.3/agent", "private network"],
    ]) {
      const added = await client.ask("POST", "/channels", { id: "other", chatApiUrl });
      expect([chatApiUrl, added.status, codeOf(added)]).toEqual([chatApiUrl, 400, 40010]);
      expect(messageOf(added)).toContain(words);
      expect(messageOf(added)).toContain("Nothing was changed.");
    }
    expect(await host.gateway.channels.find("other")).toBeNull();
    const good = await client.ask("POST", "/channels", {
      id: "other",
      chatApiUrl: "https://shop.example/agent",
    });
    expect(good.status).toBe(201);
    const changed = await client.ask("PATCH", "/channels/other", {
      chatApiUrl: "http://10.1.2.3/agent",
    });
    expect(changed.status).toBe(400);
    const { chatApiUrl } = (await host.gateway.channels.find("other")) ?? {};
    expect(chatApiUrl).toBe("https://shop.example/agent");
  });

  it("that has no address yet is taken, since its name may be made later", async () => {
    const { client } = await start({ targetCheck });
    await client.signIn();
    const chatApiUrl = "https://none.example/agent";
    const added = await client.ask("POST", "/channels", { id: "other", chatApiUrl });
    expect(added.status).toBe(201);
  });

  it("that stays as it is does not stand in the way of another setting", async () => {
    const { host, client } = await start({ targetCheck });
    await client.signIn();
    const chatApiUrl = "http://10.1.2.3/agent";
    await host.gateway.channelAdmin.add({ id: "other", chatApiUrl });
    const change = { chatApiUrl, media: "lenient" };
    expect((await client.ask("PATCH", "/channels/other", change)).status).toBe(200);
  });

  it("is judged while it is typed, and nothing is stored", async () => {
    const { host, client } = await start({ targetCheck });
    await client.signIn();
    const judge = async (chatApiUrl: unknown, id?: string) =>
      (await client.ask("POST", "/channel-address", { chatApiUrl, id })).body["state"];
    expect(await judge("https://shop.example/agent", "other")).toBe("ok");
    expect(await judge("http://10.1.2.3/agent", "other")).toBe("refused");
    expect(await judge("http://10.1.2.3/{channel}", "agent/other")).toBe("ok");
    expect(await judge("https://none.example/agent", "other")).toBe("unknown");
    for (const unreadable of ["shop", "ftp://shop.example", "https://a:b@shop.example", 7, null]) {
      expect([unreadable, await judge(unreadable)]).toEqual([unreadable, "refused"]);
    }
    expect((await host.gateway.channels.list()).map(({ id }) => id)).toEqual(["shop"]);
  });

  it("is judged for admins only, and is always well where the transport has no check", async () => {
    const { client } = await start();
    const body = { chatApiUrl: "http://10.1.2.3/agent" };
    expect((await client.ask("POST", "/channel-address", body)).status).toBe(401);
    await client.signIn();
    expect((await client.ask("POST", "/channel-address", body)).body).toEqual({ state: "ok" });
  });
});
