import { Conversations } from "@parley/core";
import { describe, expect, it } from "vitest";
import { ConsoleClient } from "../support/console-client.ts";
import { useConsole } from "../support/use-console.ts";

const start = useConsole();
const says = (words: string): unknown => ({
  sender: { id: 1, name: "Mina" },
  message: { type: "text", text: words },
});

describe("the event stream", () => {
  it("begins with the agent's presence, then tells of messages, replies, typing and presence", async () => {
    const { host, client } = await start();
    await client.signIn();
    const events = await client.events();
    const greeting = await events.next();
    expect(greeting).toMatchObject({ type: "presence", data: { available: false } });
    expect(greeting?.id).toMatch(/^[A-Za-z0-9_-]{8}-0$/);

    await host.visitor(says("hello"));
    const message = await events.next();
    expect(message).toMatchObject({
      type: "message",
      data: {
        message: { id: "1", direction: "inbound", type: "text", text: "hello" },
        conversation: { channelId: "shop", visitor: { id: "1", name: "Mina" } },
      },
    });
    const id = String(message?.data["conversationId"]);

    await host.visitor({ sender: { id: 1 }, message: { type: "typein" } });
    expect(await events.next()).toMatchObject({
      type: "typing",
      id: message?.id,
      data: { conversationId: id, type: "typein" },
    });

    await client.ask("PUT", "/presence", { available: true });
    expect(await events.next("presence")).toMatchObject({
      data: { available: true, anyAvailable: true },
    });

    await client.ask("POST", `/conversations/${id}/messages`, { type: "text", text: "hi" });
    expect(await events.next("message")).toMatchObject({
      data: { conversationId: id, message: { id: "2", direction: "outbound", text: "hi" } },
    });
    await events.close();
  });

  it("is answered to HEAD at once, with its head alone", async () => {
    const { host, client } = await start();
    const ask = () =>
      fetch(`${host.url}/console/api/events`, {
        method: "HEAD",
        headers: { cookie: client.cookie },
      });
    expect((await ask()).status).toBe(401);
    await client.signIn();
    const answer = await ask();
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
    expect(answer.headers.get("content-type")).toBe("text/event-stream");
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("goes on after Last-Event-ID, with every event once", async () => {
    const { host, client } = await start();
    await client.signIn();
    const events = await client.events();
    await host.visitor(says("one"));
    const first = await events.next("message");
    await events.close();
    await host.visitor(says("two"));
    await host.visitor(says("three"));

    const resumed = await client.events(first?.id);
    const words: unknown[] = [];
    for (
      let event = await resumed.next();
      event?.type === "message";
      event = await resumed.next()
    ) {
      words.push((event.data["message"] as { text: string }).text);
    }
    expect(words).toEqual(["two", "three"]);
    await resumed.close();
  });

  it.each(["another0-3", "nonsense", "-1"])(
    "says reset when it cannot go on after %s",
    async (lastId) => {
      const { client } = await start();
      await client.signIn();
      const events = await client.events(lastId);
      expect(await events.next()).toMatchObject({ type: "reset", data: {} });
      expect(await events.next()).toMatchObject({ type: "presence" });
      await events.close();
    },
  );

  it("says nothing again of a conversation that was erased, and everything of the others", async () => {
    const { host, client } = await start();
    await client.signIn();
    await host.visitor(says("a canary"));
    await host.visitor({ sender: { id: 2 }, message: { type: "text", text: "still here" } });
    const events = await client.events();
    const before = String((await events.next())?.id).replace(/\d+$/, "0");
    await events.close();
    const conversations = await host.gateway.get(Conversations);
    const { items } = await conversations.list({ before: null, limit: 10 });
    const erased = items.find(({ visitorKey }) => visitorKey.includes("1"));
    expect(await conversations.erase(String(erased?.id))).toBe(true);

    for (let time = 0; time < 2; time += 1) {
      const resumed = await client.events(before);
      expect(await resumed.next()).toMatchObject({
        type: "message",
        data: { message: { text: "still here" } },
      });
      expect(await resumed.next()).toMatchObject({ type: "presence" });
      await resumed.close();
    }
  });

  it("says a message once, and not again in what it says of its conversation", async () => {
    const { host, client } = await start();
    await client.signIn();
    const events = await client.events();
    await host.visitor(says("a canary"));
    const event = await events.next("message");
    expect(event?.data["conversation"]).toMatchObject({ visitor: { name: "Mina" } });
    expect(JSON.stringify(event).split("canary")).toHaveLength(2);
    await events.close();
  });

  it("ends when its session signs out, and leaves other sessions alone", async () => {
    const { host, client } = await start();
    await client.signIn();
    const other = new ConsoleClient(host.url);
    await other.signIn();
    const [events, others] = [await client.events(), await other.events()];
    await client.ask("POST", "/auth/sign-out");
    expect(await events.next("never")).toBeNull();
    await host.visitor(says("still there?"));
    expect(await others.next("message")).not.toBeNull();
    await others.close();
  });

  it("ends, and opens no more, once the console is closed", async () => {
    const { host, client } = await start();
    await client.signIn();
    const events = await client.events();
    await events.next();
    host.consoleApp.close();
    expect(await events.next("never")).toBeNull();
    expect((await client.ask("GET", "/events")).status).toBe(503);
  });
});
