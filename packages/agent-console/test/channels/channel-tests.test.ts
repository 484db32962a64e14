import { describe, expect, it } from "vitest";
import { answer, ok } from "../support/console-host.ts";
import { onlyConversation, text } from "../support/browser/reading.ts";
import { codeOf } from "../support/accounts/people.ts";
import { until, useConsole } from "../support/use-console.ts";

const start = useConsole();

describe("an admin who wants to know whether a channel works", () => {
  it("sends a test message in their own name, which is stored nowhere, and reads what came back", async () => {
    const answers = [ok, answer(200, { error: { code: 7, message: "no such visitor" } })];
    const { host, client } = await start({ post: async () => answers.shift() ?? ok });
    await client.signIn();
    const send = (body: unknown) => client.ask("POST", "/channels/shop/test-message", body);
    const first = await send({ visitorId: "42", text: "Hello?" });
    expect(first.body).toMatchObject({ isDelivered: true, finding: { level: "ok" } });
    expect(host.sent).toEqual([
      {
        sender: { name: "Ada" },
        recipient: { id: "42" },
        message: { type: "text", text: "Hello?", id: expect.any(String) },
      },
    ]);
    const second = await send({ visitorId: "42", text: "Hello?" });
    expect(second.body).toMatchObject({ isDelivered: false, finding: { level: "warning" } });
    expect(JSON.stringify(second.body)).not.toContain("no such visitor");
    expect((await client.ask("GET", "/conversations")).body).toMatchObject({ conversations: [] });
    for (const bad of [{ text: "Hello?" }, { visitorId: "42" }, { visitorId: "42", text: 7 }]) {
      expect([bad, (await send(bad)).status]).toEqual([bad, 400]);
    }
    expect(host.log.lines.join("\n")).not.toMatch(/Hello|42/);
  });

  it("reads the doctor's findings about this channel only", async () => {
    const { host, client } = await start();
    await client.signIn();
    await host.gateway.channelAdmin.add({ id: "other", chatApiUrl: "https://other.example/in" });
    const { body } = await client.ask("POST", "/channels/shop/check");
    const findings = body["findings"] as { readonly channelId: string; readonly check: string }[];
    expect(findings.length).toBeGreaterThan(0);
    expect(new Set(findings.map(({ channelId }) => channelId))).toEqual(new Set(["shop"]));
    const none = await client.ask("POST", "/channels/none/check");
    expect([none.status, codeOf(none)]).toEqual([404, 40404]);
  });

  it("sees its newest messages in any state, with visitor and text", async () => {
    const { host, client } = await start();
    await client.signIn();
    await host.visitor({
      sender: { id: 1, name: "Ann" },
      message: { type: "text", text: "hello" },
    });
    const id = await onlyConversation(client);
    await client.ask("POST", `/conversations/${id}/messages`, { type: "text", text: "hi" });
    const deliveries = await until(async () => {
      const { body } = await client.ask("GET", "/channels/shop/deliveries");
      const found = body["deliveries"] as { readonly state: string }[];
      return found.every(({ state }) => state === "delivered") && found.length === 2 && found;
    });
    expect(deliveries).toMatchObject([
      { kind: "outbound", visitor: { name: "Ann" }, message: { text: "hi" } },
      { kind: "inbound", visitor: { name: "Ann" }, message: { text: "hello" } },
    ]);
    const other = await client.ask("GET", "/channels/other/deliveries");
    expect(other.body).toEqual({ deliveries: [] });
  });
});

describe("an admin who erases a visitor", () => {
  it("must type a word; then the conversation is gone, and no id is logged", async () => {
    const { host, client } = await start();
    await client.signIn();
    await host.visitor(text(1, "hello"));
    const id = await onlyConversation(client);
    const erase = (body: unknown) => client.ask("POST", `/conversations/${id}/erase`, body);
    expect((await erase({})).status).toBe(400);
    expect((await erase({ confirm: "yes" })).status).toBe(400);
    expect((await client.ask("GET", `/conversations/${id}`)).status).toBe(200);
    expect((await erase({ confirm: "erase" })).status).toBe(204);
    expect((await client.ask("GET", `/conversations/${id}`)).status).toBe(404);
    expect((await erase({ confirm: "erase" })).status).toBe(404);
    expect(host.log.lines.join("\n")).toContain("a visitor was erased");
    expect(host.log.lines.join("\n")).not.toContain(id);
  });
});
