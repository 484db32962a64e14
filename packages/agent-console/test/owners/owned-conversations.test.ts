import { describe, expect, it } from "vitest";
import type { ConversationView } from "../../src/conversations/conversation-view.ts";
import type { MessageView } from "../../src/conversations/message-view.ts";
import type { OwnerLine } from "../../src/owners/owner-lines.ts";
import { beside, handOver } from "../support/beside.ts";
import type { ReadEvent } from "../support/console-client.ts";
import { until, useConsole } from "../support/use-console.ts";

const start = useConsole();

interface ListBody {
  readonly conversations: readonly ConversationView[];
  readonly next: string | null;
}
interface ThreadBody {
  readonly messages: readonly MessageView[];
  readonly changes?: readonly OwnerLine[];
}

const says = (id: string, name: string, words = `hello of ${id}`) => ({
  sender: { id, name },
  message: { type: "text", text: words },
});

/** A console beside `sales`, whose conversations it may read, and `support`, whose it may not. */
async function besideOthers() {
  const others = beside();
  const { host, client } = await start({ router: others.router });
  await client.signIn();
  await host.visitor(says("a", "Ann"));
  await host.visitor(says("b", "for sales"));
  await host.visitor(says("c", "for support"));
  const { items } = await host.gateway.conversations.list({ before: null, limit: 9 });
  const idOf = (visitor: string) =>
    items.find(({ visitorKey }) => visitorKey === visitor)?.id ?? "";
  const [own, ofSales, ofSupport] = [idOf("a"), idOf("b"), idOf("c")];
  const list = async (query = "") =>
    (await client.ask<ListBody>("GET", `/conversations?${query}`)).body.conversations;
  const counts = async () =>
    (await client.ask<{ readonly counts: Record<string, number> }>("GET", "/inbox")).body.counts;
  const send = (id: string, words: string, key = words) =>
    client.ask(
      "POST",
      `/conversations/${id}/messages`,
      { type: "text", text: words },
      {
        "Idempotency-Key": key,
      },
    );
  return { ...others, host, client, own, ofSales, ofSupport, list, counts, send };
}

describe("a console beside other agent apps", () => {
  it("lists, opens, counts and searches its own conversations and those that it may read", async () => {
    const { client, own, ofSales, ofSupport, list, counts } = await besideOthers();
    const shown = (await list()).map(({ id, answeredBy }) => [id, answeredBy]);
    expect(new Map(shown as [string, string][])).toEqual(
      new Map([
        [own, undefined],
        [ofSales, "sales"],
      ] as [string, string][]),
    );
    await until(async () => (await counts()).all === 2);
    expect(await counts()).toEqual({ all: 2, unread: 1, waiting: 1, failed: 0 });
    expect((await list("list=waiting")).map(({ id }) => id)).toEqual([own]);
    const foreign = await client.ask<ConversationView>("GET", `/conversations/${ofSales}`);
    expect(foreign.body).toMatchObject({ answeredBy: "sales", unread: 0, waitingSince: null });
    const hidden = await client.ask("GET", `/conversations/${ofSupport}`);
    expect([hidden.status, hidden.body]).toMatchObject([404, { error: { code: 40492 } }]);
    const { status } = await client.ask("GET", `/conversations/${ofSupport}/messages`);
    expect(status).toBe(404);
    const found = await client.ask<{ readonly hits: { conversation: ConversationView }[] }>(
      "POST",
      "/search",
      { q: "hello" },
    );
    const hits = found.body.hits.map(({ conversation }) => conversation.id);
    expect(new Set(hits)).toEqual(new Set([own, ofSales]));
  });

  it("refuses to answer, to show typing and to erase where another one answers, in words", async () => {
    const { client, ofSales, ofSupport, send, host } = await besideOthers();
    const refused = { error: { code: 40907 } };
    for (const id of [ofSales, ofSupport]) {
      expect((await send(id, "hi")).body).toMatchObject(refused);
      const typing = await client.ask("POST", `/conversations/${id}/typing`, { type: "typein" });
      expect(typing.body).toMatchObject(refused);
      const again = await client.ask("POST", `/conversations/${id}/messages/1/resend`);
      expect(again.body).toMatchObject(refused);
    }
    const erase = await client.ask("POST", `/conversations/${ofSales}/erase`, { confirm: "erase" });
    expect(erase.body).toMatchObject(refused);
    expect(host.sent).toEqual([]);
  });

  it("loses a conversation from its lists and counts when it moves away, and keeps the draft", async () => {
    const { host, client, own, list, counts, send } = await besideOthers();
    await until(async () => (await counts()).all === 2);
    const draft = { id: "d", device: "x", base: 0, text: "what I was", media: null };
    await client.ask("PUT", `/conversations/${own}/draft`, draft);
    const events = await client.events();
    await handOver(host.gateway, own, "support");
    expect((await events.next("owner"))?.data).toEqual({
      conversationId: own,
      answeredBy: "support",
      isReadable: false,
    });
    await until(async () => (await counts()).all === 1);
    expect((await list()).map(({ id }) => id)).not.toContain(own);
    const kept = await client.ask<{ draft: { text: string } }>(
      "GET",
      `/conversations/${own}/draft`,
    );
    expect(kept.body.draft.text).toBe("what I was");
    const later = { ...draft, base: 1, text: "what I was writing" };
    expect((await client.ask("PUT", `/conversations/${own}/draft`, later)).status).toBe(200);
    expect((await send(own, "hi")).body).toMatchObject({ error: { code: 40907 } });

    await handOver(host.gateway, own, "desk", "she asked for you");
    await until(async () => (await counts()).all === 2);
    expect(await counts()).toEqual({ all: 2, unread: 1, waiting: 1, failed: 0 });
    expect((await send(own, "hi")).status).toBe(202);
    const thread = await client.ask<ThreadBody>("GET", `/conversations/${own}/messages`);
    expect(thread.body.changes).toMatchObject([
      { to: "support", isOwn: false, by: "Grace" },
      { to: "desk", isOwn: true, by: "Grace", why: "she asked for you" },
    ]);
    await events.close();
  });

  it("gets a conversation by a hand-over without a message, and tells of it", async () => {
    const { host, client, ofSupport, list, counts } = await besideOthers();
    const events = await client.events();
    await handOver(host.gateway, ofSupport, "desk", "not ours");
    expect((await events.next("owner"))?.data).toEqual({
      conversationId: ofSupport,
      answeredBy: null,
      isReadable: true,
    });
    await until(async () => (await counts()).waiting === 2);
    expect((await list()).map(({ id }) => id)).toContain(ofSupport);
    await events.close();
  });

  it("keeps what an agent has read when a conversation moves away and comes back", async () => {
    const { host, client, own, counts } = await besideOthers();
    await until(async () => (await counts()).unread === 1);
    await client.ask("PUT", `/conversations/${own}/read`, { upTo: "1" });
    for (const backend of ["sales", "support", "desk"]) {
      await handOver(host.gateway, own, backend);
      const all = backend === "support" ? 1 : 2;
      await until(async () => (await counts()).all === all);
      expect((await counts()).unread).toBe(0);
    }
    await host.visitor(says("a", "Ann", "more"));
    await until(async () => (await counts()).unread === 1);
  });

  it("tells pages what others are written and answer, where it may read it, and nothing else", async () => {
    const { host, client, sales, support, ofSales, ofSupport, own } = await besideOthers();
    const events = await client.events();
    const answer = (agent: typeof sales, conversationId: string) =>
      agent.services.outbox.send({
        conversationId,
        idempotencyKey: null,
        sender: { name: "Sal" },
        message: { type: "text", text: "from the agent" },
      });
    await answer(support, ofSupport);
    await host.visitor(says("c", "for support", "more"));
    await host.visitor(says("b", "for sales", "more"));
    await answer(sales, ofSales);
    const told: ReadEvent[] = [];
    const isLast = () =>
      (told.at(-1)?.data["message"] as MessageView | undefined)?.author === "Sal";
    while (!isLast()) {
      const event = await events.next();
      if (event !== null) told.push(event);
    }
    await client.ask("POST", `/conversations/${own}/messages`, { type: "text", text: "mine" });
    for (let event = await events.next(); event !== null; event = await events.next()) {
      told.push(event);
      if (event.data["conversationId"] === own && event.data["state"] === "delivered") break;
    }
    const ids = told.map(({ data }) => data["conversationId"]);
    expect(new Set(ids)).toEqual(new Set([undefined, ofSales, own]));
    const messages = told.filter(
      ({ type, data }) => type === "message" && data["conversationId"] === ofSales,
    );
    expect(messages.slice(-2)).toMatchObject([
      { data: { message: { text: "more" }, conversation: { answeredBy: "sales" } } },
      { data: { message: { text: "from the agent", author: "Sal" } } },
    ]);
    await events.close();
  });

  it("forgets an erased conversation that it could only read, and tells the pages", async () => {
    const { host, client, ofSales, counts } = await besideOthers();
    await until(async () => (await counts()).all === 2);
    const draft = { id: "d", device: "x", base: 0, text: "never sent", media: null };
    await client.ask("PUT", `/conversations/${ofSales}/draft`, draft);
    const events = await client.events();
    await host.gateway.conversations.erase(ofSales);
    expect((await events.next("erased"))?.data).toEqual({ conversationId: ofSales });
    await until(async () => (await counts()).all === 1);
    const { body } = await client.ask<{ readonly drafts: readonly unknown[] }>("GET", "/drafts");
    expect(body.drafts).toEqual([]);
    await events.close();
  });

  it("as an admin sees the deliveries of what it may read, and tries none of others again", async () => {
    const others = beside();
    const { host, client } = await start({
      router: others.router,
      post: async () => ({ kind: "failed", reason: "unreachable" }) as never,
    });
    await client.signIn();
    await host.visitor(says("b", "for sales"));
    const { items } = await host.gateway.conversations.list({ before: null, limit: 9 });
    const id = items[0]?.id ?? "";
    others.sales.backend.answer = () => ({ rejected: "no" });
    await host.visitor(says("b", "for sales", "again"));
    const listed = await until(async () => {
      const { body } = await client.ask<{ deliveries: { id: string; answeredBy?: string }[] }>(
        "GET",
        "/deliveries?state=failed",
      );
      return body.deliveries.length > 0 && body.deliveries;
    });
    expect(listed[0]).toMatchObject({ conversationId: id, answeredBy: "sales" });
    const retry = await client.ask("POST", `/deliveries/${listed[0]?.id}/retry`);
    expect(retry.body).toMatchObject({ error: { code: 40907 } });
  });
});

it("a console that is alone shows no owners, and reads no history of them", async () => {
  const { host, client } = await start();
  await client.signIn();
  await host.visitor(says("a", "Ann"));
  const { body } = await client.ask<ListBody>("GET", "/conversations");
  const [one] = body.conversations;
  expect(one).not.toHaveProperty("answeredBy");
  const thread = await client.ask("GET", `/conversations/${one?.id}/messages`);
  expect(Object.keys(thread.body)).toEqual(["messages", "next"]);
});
