import { describe, expect, it } from "vitest";
import type { ConversationView } from "../src/conversation-view.ts";
import type { MessageView } from "../src/message-view.ts";
import type { ConsoleClient } from "./support/console-client.ts";
import { until, useConsole } from "./support/use-console.ts";

const start = useConsole();

interface ConversationPage {
  readonly conversations: readonly ConversationView[];
  readonly next: string | null;
}
interface MessagePage {
  readonly messages: readonly MessageView[];
  readonly next: string | null;
}

async function conversations(client: ConsoleClient, before = ""): Promise<ConversationPage> {
  return (await client.ask<ConversationPage>("GET", `/conversations${before}`)).body;
}
async function messages(client: ConsoleClient, id: string, before = ""): Promise<MessagePage> {
  return (await client.ask<MessagePage>("GET", `/conversations/${id}/messages${before}`)).body;
}
async function onlyConversation(client: ConsoleClient): Promise<string> {
  return until(async () => (await conversations(client)).conversations[0]?.id);
}
const text = (id: unknown, words: string): unknown => ({
  sender: { id },
  message: { type: "text", text: words },
});

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

  it("pages through conversations and messages with before, without gap or repeat", async () => {
    const { host, client } = await start();
    await client.signIn();
    for (let visitor = 0; visitor < 35; visitor += 1) await host.visitor(text(visitor, "hello"));
    const first = await conversations(client);
    const second = await conversations(client, `?before=${first.next}`);
    const ids = [...first.conversations, ...second.conversations].map(({ id }) => id);
    expect([first.conversations.length, new Set(ids).size, second.next]).toEqual([30, 35, null]);

    for (let count = 1; count <= 60; count += 1) await host.visitor(text("many", `word ${count}`));
    const id = await onlyConversation(client);
    const newest = await messages(client, id);
    const older = await messages(client, id, `?before=${newest.next}`);
    const words = [...older.messages, ...newest.messages].map((message) => message.text);
    expect(words).toEqual(Array.from({ length: 60 }, (_, index) => `word ${index + 1}`));
    expect(older.next).toBeNull();
  });

  it("takes the id of the last entry that was read as before, in both lists", async () => {
    const { host, client } = await start();
    await client.signIn();
    for (let visitor = 0; visitor < 35; visitor += 1) await host.visitor(text(visitor, "hello"));
    const first = await conversations(client);
    const oldestRead = first.conversations.at(-1)?.id;
    const second = await conversations(client, `?before=${oldestRead}`);
    expect(second.conversations).toEqual(
      (await conversations(client, `?before=${first.next}`)).conversations,
    );
    const last = second.conversations.at(-1)?.id;
    expect(await conversations(client, `?before=${last}`)).toEqual({
      conversations: [],
      next: null,
    });

    for (let count = 1; count <= 60; count += 1) await host.visitor(text("many", `word ${count}`));
    const id = await onlyConversation(client);
    const newest = await messages(client, id);
    const older = await messages(client, id, `?before=${newest.messages[0]?.id}`);
    expect(older).toEqual(await messages(client, id, `?before=${newest.next}`));
    expect(older.messages).toHaveLength(10);
  });

  it("answers 400 to a cursor that is damaged or of another list, so that it never looks like the end", async () => {
    const { host, client } = await start();
    await client.signIn();
    for (let visitor = 0; visitor < 31; visitor += 1) await host.visitor(text(visitor, "hello"));
    for (const visitor of ["a", "b"]) {
      for (let count = 0; count < 51; count += 1) await host.visitor(text(visitor, "word"));
    }
    const list = await conversations(client);
    const [first, second] = list.conversations.map(({ id }) => id);
    const ofList = String(list.next);
    const ofFirst = String((await messages(client, String(first))).next);
    const garbage = "garbage abc 0 1-2 1- -1 -1--1 1e3 0x10-0x10 %00 .".split(" ");
    const damaged = (cursor: string): readonly string[] => {
      const [, sum] = cursor.split(".");
      return garbage.concat(
        ["9".repeat(300), cursor.slice(1), cursor.slice(0, -1), `1${cursor}`, `${cursor}x`],
        [`.${sum}`, `${cursor}&before=${cursor}`],
      );
    };
    for (const [path, own, other] of [
      ["/conversations", ofList, ofFirst],
      [`/conversations/${first}/messages`, ofFirst, ofList],
    ] as const) {
      for (const before of damaged(own).concat(other)) {
        const answer = await client.ask("GET", `${path}?before=${before}`);
        expect([before, answer.status, answer.body]).toMatchObject([
          before,
          400,
          { error: { code: 40011, message: expect.stringContaining("before") } },
        ]);
      }
      expect((await client.ask("GET", `${path}?before=${own}`)).status).toBe(200);
    }
    const ofAnother = await client.ask(
      "GET",
      `/conversations/${second}/messages?before=${ofFirst}`,
    );
    expect(ofAnother.status).toBe(400);
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
  it("answers 202 with the id, and sends in the agent's name to the visitor's own id", async () => {
    const { host, client } = await start();
    await client.signIn();
    await host.visitor(text(42, "hello"));
    const id = await onlyConversation(client);
    const answer = await client.ask("POST", `/conversations/${id}/messages`, {
      type: "text",
      text: "hi",
      id: "mine",
    });
    expect([answer.status, answer.body]).toEqual([202, { id: "2", warnings: [] }]);
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
