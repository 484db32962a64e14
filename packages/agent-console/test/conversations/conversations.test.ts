import { codeOf } from "../support/accounts/people.ts";
import { describe, expect, it } from "vitest";
import { conversations, messages, onlyConversation, text } from "../support/browser/reading.ts";
import { until, useConsole } from "../support/use-console.ts";

const start = useConsole();

describe("reading conversations", () => {
  it("lists them newest first, with what is known of the visitor", async () => {
    const { host, client } = await start();
    await client.signIn();
    await host.visitor({
      sender: { id: 42, name: "Mina", phone: 4930123, url: "https://shop.example/42" },
      message: { type: "text", text: "first" },
    });
    host.clock.push(10);
    await host.visitor(text("later", "second"));
    const { conversations: list, next } = await conversations(client);
    expect(next).toBeNull();
    expect(list.map(({ visitor }) => visitor.id)).toEqual(["later", "42"]);
    expect(list[1]).toMatchObject({
      channelId: "shop",
      visitor: { id: "42", name: "Mina", phone: "4930123", url: "https://shop.example/42" },
      lastMessage: { text: "first", direction: "inbound" },
    });
    const one = await client.ask("GET", `/conversations/${list[1]?.id}`);
    expect(one.body).toEqual(list[1]);
  });

  it("shows media with the fields of the wire", async () => {
    const { host, client } = await start();
    await client.signIn();
    const photo = {
      type: "photo",
      file: "https://files.example/a.png",
      file_name: "a.png",
      file_size: 12,
    };
    await host.visitor({ sender: { id: 1 }, message: { ...photo, id: "wire-id" } });
    const page = await messages(client, await onlyConversation(client));
    expect(page.messages).toMatchObject([{ ...photo, id: "1", direction: "inbound" }]);
  });

  it("answers 404 in the failure shape for a conversation that is none", async () => {
    const { client } = await start();
    await client.signIn();
    for (const [method, path] of [
      ["GET", ""],
      ["GET", "/messages"],
      ["POST", "/messages"],
      ["POST", "/messages/1/resend"],
      ["POST", "/typing"],
    ]) {
      const body = method === "POST" ? { type: "typein" } : undefined;
      const answer = await client.ask(String(method), `/conversations/nobody${path}`, body);
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ error: { code: 40402, message: expect.any(String) } });
    }
  });
});

describe("writing into a conversation", () => {
  it("answers 202 with the id and the message as pages show it, and sends in the agent's name to the visitor's own id", async () => {
    const { host, client } = await start();
    await client.signIn();
    await host.visitor(text(42, "hello"));
    const id = await onlyConversation(client);
    const answer = await client.ask("POST", `/conversations/${id}/messages`, {
      type: "text",
      text: "hi",
      id: "mine",
    });
    expect([answer.status, answer.body]).toMatchObject([202, { id: "2", warnings: [] }]);
    expect(answer.body["messages"]).toMatchObject([
      { id: "2", direction: "outbound", type: "text", text: "hi", author: "Ada" },
    ]);
    await until(async () => host.sent.length === 1);
    expect(host.sent[0]).toMatchObject({
      sender: { name: "Ada" },
      recipient: { id: 42 },
      message: { type: "text", text: "hi" },
    });
    const shown = await until(async () =>
      (await messages(client, id)).messages.find(
        ({ state, id }) => id === "2" && state === "delivered",
      ),
    );
    expect(shown).toMatchObject({ direction: "outbound", text: "hi", author: "Ada" });
    expect(shown.failure).toBeUndefined();
  });

  it("warns when text had to be cut", async () => {
    const { host, client } = await start();
    await client.signIn();
    await host.visitor(text(1, "hello"));
    const id = await onlyConversation(client);
    const answer = await client.ask<{ warnings: unknown[] }>(
      "POST",
      `/conversations/${id}/messages`,
      { type: "text", text: "😀".repeat(1_001) },
    );
    expect(answer.status).toBe(202);
    expect(answer.body.warnings).toHaveLength(1);
    const [, cut] = (await messages(client, id)).messages;
    expect([...(cut?.text ?? "")]).toHaveLength(1_000);
  });

  it("sends once for one Idempotency-Key", async () => {
    const { host, client } = await start();
    await client.signIn();
    await host.visitor(text(1, "hello"));
    const path = `/conversations/${await onlyConversation(client)}/messages`;
    const send = () =>
      client.ask("POST", path, { type: "text", text: "hi" }, { "idempotency-key": "one" });
    const answers = [await send(), await send()];
    expect(answers.map(({ status, body }) => [status, body["id"]])).toEqual([
      [202, "2"],
      [202, "2"],
    ]);
    await until(async () => host.sent.length > 0);
    expect((await messages(client, await onlyConversation(client))).messages).toHaveLength(2);
  });

  it("refuses an Idempotency-Key by which no repeat can be told, and sends nothing", async () => {
    const { host, client } = await start();
    await client.signIn();
    await host.visitor(text(1, "hello"));
    const conversation = await onlyConversation(client);
    const body = { type: "text", text: "hi" };
    const unusable = ["", "  ", "k".repeat(256), ["a", "b"], ["a", "a"], ["a", ""]];
    for (const key of unusable) {
      const path = `/conversations/${conversation}/messages`;
      const headers = { "Idempotency-Key": key };
      const refusal = await client.askOverLines("POST", path, body, headers);
      expect([key, refusal]).toEqual([key, [400, expect.stringMatching(/idempotency-?key/i)]]);
    }
    expect((await messages(client, conversation)).messages).toHaveLength(1);
  });

  it("says when to retry when 20 messages wait already", async () => {
    const { host, client } = await start({ post: () => new Promise(() => {}) });
    await client.signIn();
    await host.visitor(text(1, "hello"));
    const path = `/conversations/${await onlyConversation(client)}/messages`;
    for (let sent = 0; sent < 20; sent += 1)
      expect((await client.ask("POST", path, { type: "text", text: "hi" })).status).toBe(202);
    const full = await client.ask("POST", path, { type: "text", text: "hi" });
    expect([full.status, codeOf(full), full.headers.get("retry-after")]).toEqual([429, 42903, "9"]);
  });

  it("passes on why the core refuses a message", async () => {
    const { host, client } = await start();
    await client.signIn();
    await host.visitor(text(1, "hello"));
    const path = `/conversations/${await onlyConversation(client)}/messages`;
    for (const message of [
      { type: "text", text: "" },
      { type: "nonsense" },
      { type: "photo", file: "javascript:alert(1)", file_name: "x", file_size: 1 },
      { type: "typein" },
    ]) {
      const answer = await client.ask("POST", path, message);
      expect(answer.status).toBe(400);
      expect(answer.body).toEqual({
        error: { code: expect.any(Number), message: expect.any(String) },
      });
    }
  });

  it("tells the visitor's side that the agent types", async () => {
    const { host, client } = await start();
    await client.signIn();
    await host.visitor(text("a", "hello"));
    const path = `/conversations/${await onlyConversation(client)}/typing`;
    expect((await client.ask("POST", path, { type: "typein" })).status).toBe(202);
    await until(async () => host.sent.length === 1);
    expect(host.sent[0]).toMatchObject({ recipient: { id: "a" }, message: { type: "typein" } });
    expect((await client.ask("POST", path, { type: "text" })).status).toBe(400);
  });
});
