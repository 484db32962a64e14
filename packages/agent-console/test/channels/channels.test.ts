import { describe, expect, it } from "vitest";
import { codeOf } from "../support/accounts/people.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();
const chatApiUrl = "https://other.example/in";

describe("channels in the console", () => {
  it("are added with their knobs; the secret addresses are told once, at the ingress of the host", async () => {
    const { host, client } = await start({ ingressUrl: "https://chat.example/in/" });
    await client.signIn();
    const input = { id: "other", chatApiUrl, acknowledge: "any-2xx" };
    const added = await client.ask("POST", "/channels", input);
    expect(added.status).toBe(201);
    const { ingressUrl, statusUrl } = added.body;
    expect(ingressUrl).toMatch(/^https:\/\/chat\.example\/in\/[\w-]+\/other$/);
    expect(statusUrl).toBe(`${String(ingressUrl)}/status`);
    const shown = await client.ask("GET", "/channels/other");
    expect(shown.body).toMatchObject({ ...input, signed: false, oldAddressUntil: null });
    const secret = String(ingressUrl).split("/")[4] ?? "";
    expect(secret.length).toBeGreaterThan(15);
    expect(await host.gateway.inbox.authenticate("other", secret)).not.toBeNull();
    const everything = await client.ask("GET", "/channels");
    expect(JSON.stringify([shown.body, everything.body])).not.toContain(secret);
    expect(host.log.lines.join("\n")).not.toContain(secret);
    expect(host.log.lines.join("\n")).toContain('a channel was added {"channelId":"other"');
  });

  it("tell their addresses below the console's own origin when the host says nothing else", async () => {
    const { host, client } = await start();
    await client.signIn();
    const { body } = await client.ask("POST", "/channels", { id: "other", chatApiUrl });
    expect(String(body["ingressUrl"]).startsWith(`${host.url}/chat/`)).toBe(true);
  });

  it("are changed, rotated with an overlap or at once, signed, unsigned and removed", async () => {
    const { host, client } = await start();
    await client.signIn();
    const enter = async (issued: Record<string, unknown>) => {
      const [, , secret = ""] = new URL(String(issued["ingressUrl"])).pathname.split("/");
      return (await host.gateway.inbox.authenticate("other", secret)) !== null;
    };
    const first = (await client.ask("POST", "/channels", { id: "other", chatApiUrl })).body;
    const changed = await client.ask("PATCH", "/channels/other", { media: "lenient" });
    expect(changed.body).toMatchObject({ media: "lenient", chatApiUrl });
    const second = (await client.ask("POST", "/channels/other/rotate")).body;
    expect(second["oldAddressUntil"]).toBeGreaterThan(host.clock.now());
    expect([await enter(first), await enter(second)]).toEqual([true, true]);
    const third = (await client.ask("POST", "/channels/other/rotate", { now: true })).body;
    expect([await enter(second), await enter(third)]).toEqual([false, true]);
    const signed = await client.ask("POST", "/channels/other/signing");
    expect(signed.body).toMatchObject({
      signed: true,
      signingKey: expect.stringMatching(/^whsec_/),
    });
    expect((await client.ask("GET", "/channels/other")).body).toMatchObject({ signed: true });
    expect((await client.ask("DELETE", "/channels/other/signing")).status).toBe(204);
    expect((await client.ask("GET", "/channels/other")).body).toMatchObject({ signed: false });
    expect((await client.ask("DELETE", "/channels/other")).status).toBe(204);
    expect((await client.ask("GET", "/channels/other")).status).toBe(404);
    expect(await enter(third)).toBe(false);
  });

  it("pass on why the core refuses", async () => {
    const { client } = await start();
    await client.signIn();
    const taken = await client.ask("POST", "/channels", { id: "shop", chatApiUrl });
    expect([taken.status, codeOf(taken)]).toEqual([409, 40902]);
    expect((await client.ask("POST", "/channels", { id: "a b", chatApiUrl })).status).toBe(400);
    expect((await client.ask("PATCH", "/channels/shop", { media: "odd" })).status).toBe(400);
    for (const [method, path] of [
      ["PATCH", "/channels/nothing"],
      ["DELETE", "/channels/nothing"],
      ["POST", "/channels/nothing/rotate"],
      ["POST", "/channels/nothing/signing"],
      ["DELETE", "/channels/nothing/signing"],
    ]) {
      const answer = await client.ask(String(method), String(path), {});
      expect([path, answer.status, codeOf(answer)]).toEqual([path, 404, 40404]);
    }
    for (const path of ["/channels/shop/rotate", "/channels/shop/signing"]) {
      for (let made = 0; made < 4; made += 1) await client.ask("POST", path);
      const fifth = await client.ask("POST", path);
      expect([path, fifth.status, codeOf(fifth)]).toEqual([path, 409, 40906]);
      expect((await client.ask("POST", path, { now: true })).status).toBe(200);
    }
    // A wrongly parsed request would lock an integrating system out.
    for (const path of ["rotate", "signing"]) {
      const answer = await client.ask("POST", `/channels/shop/${path}`, { now: "yes" });
      expect([path, answer.status]).toEqual([path, 400]);
    }
  });
});
