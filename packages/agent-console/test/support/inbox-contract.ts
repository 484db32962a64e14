import { describe, expect, it } from "vitest";
import type { ConversationView } from "../../src/conversations/conversation-view.ts";
import type { InboxCounts } from "../../src/conversations/inbox/inbox-list.ts";
import { joined } from "./accounts/people.ts";
import { beside, handOver } from "./beside.ts";
import { onlyConversation, text } from "./browser/reading.ts";
import { ConsoleClient } from "./console-client.ts";
import { answer, type ConsoleHostOptions } from "./console-host.ts";
import { type StartedConsole, until } from "./use-console.ts";

async function counts(client: ConsoleClient, query = ""): Promise<InboxCounts> {
  return (await client.ask<{ counts: InboxCounts }>("GET", `/inbox${query}`)).body.counts;
}

/** The counts, once `list` has this number. */
const counted = (client: ConsoleClient, list: keyof InboxCounts, number: number) =>
  until(async () => {
    const now = await counts(client);
    return now[list] === number && now;
  });

async function listed(client: ConsoleClient, query: string): Promise<readonly ConversationView[]> {
  const path = `/conversations?${query}`;
  const { body } = await client.ask<{ conversations: ConversationView[] }>("GET", path);
  return body.conversations;
}

const namesIn = (list: readonly ConversationView[]) => list.map(({ visitor }) => visitor.id);

/** A console whose admin is signed in. */
export type StartSignedIn = (options?: ConsoleHostOptions) => Promise<StartedConsole>;

/** What the inbox promises, on whichever database. */
export function describeInbox(start: StartSignedIn): void {
  /** The admin has seen the inbox. */
  const signedIn: StartSignedIn = async (options) => {
    const started = await start(options);
    await counts(started.client);
    return started;
  };

  describe("the lists beside other agent apps", () => {
    it("lose a conversation that moves away, and remember what was read until it comes back", async () => {
      const { host, client } = await signedIn({ router: beside().router });
      await host.visitor(text(1, "one"));
      await counted(client, "unread", 1);
      const id = await onlyConversation(client);
      await client.ask("PUT", `/conversations/${id}/read`, { upTo: "1" });
      await handOver(host.gateway, id, "support");
      await counted(client, "all", 0);
      await handOver(host.gateway, id, "sales");
      expect(await counted(client, "all", 1)).toMatchObject({ unread: 0, waiting: 0 });
      await handOver(host.gateway, id, "desk");
      expect(await counted(client, "waiting", 1)).toMatchObject({ all: 1, unread: 0 });
    });
  });

  describe("what an agent has not read", () => {
    it("is kept over sign-ins and devices until the agent reads it, and tells from where", async () => {
      const { host, client } = await signedIn();
      await host.visitor(text(1, "one"));
      await host.visitor(text(1, "two"));
      await counted(client, "unread", 1);
      const other = new ConsoleClient(host.url);
      await other.signIn();
      const [conversation] = await listed(other, "list=unread");
      expect(conversation).toMatchObject({ unread: 2, unreadFrom: "1" });
      const path = `/conversations/${conversation?.id}`;
      await other.ask("PUT", `${path}/read`, { upTo: "1" });
      expect((await client.ask("GET", path)).body).toMatchObject({ unread: 1, unreadFrom: "2" });
      expect((await other.ask("PUT", `${path}/read`, { upTo: "2" })).status).toBe(204);
      expect((await client.ask("GET", path)).body).toMatchObject({ unread: 0, unreadFrom: null });
      expect(await counts(client)).toMatchObject({ all: 1, unread: 0, waiting: 1 });
    });

    it("begins at the first unread message, also when more are unread than are counted", async () => {
      const { host, client } = await signedIn();
      await host.visitor(text(1, "one"));
      await counted(client, "unread", 1);
      const path = `/conversations/${await onlyConversation(client)}`;
      await client.ask("PUT", `${path}/read`, { upTo: "1" });
      for (let count = 2; count <= 70; count += 1) await host.visitor(text(1, `${count}`));
      await counted(client, "unread", 1);
      expect((await client.ask("GET", path)).body).toMatchObject({ unread: 50, unreadFrom: "2" });
    });

    it("never comes back by an older mark, and begins again with the visitor's next message", async () => {
      const { host, client } = await signedIn();
      await host.visitor(text(1, "one"));
      await host.visitor(text(1, "two"));
      const path = `/conversations/${await onlyConversation(client)}`;
      await client.ask("PUT", `${path}/read`, { upTo: "99" });
      await client.ask("PUT", `${path}/read`, { upTo: "1" });
      await counted(client, "unread", 0);
      await host.visitor(text(1, "three"));
      await counted(client, "unread", 1);
      expect((await client.ask("GET", path)).body).toMatchObject({ unread: 1, unreadFrom: "3" });
    });

    it("is each agent's own, and begins when an agent first sees the inbox", async () => {
      const { host, client } = await signedIn();
      await host.visitor(text(1, "before"));
      await counted(client, "unread", 1);
      const ben = await joined(host, client);
      expect(await counts(ben)).toMatchObject({ all: 1, unread: 0 });
      await host.visitor(text(2, "after"));
      await counted(ben, "unread", 1);
      expect(namesIn(await listed(ben, "list=unread"))).toEqual(["2"]);
      expect(namesIn(await listed(client, "list=unread"))).toEqual(["2", "1"]);
    });

    it("is told to the agent's own pages alone", async () => {
      const { host, client } = await signedIn();
      const ben = await joined(host, client);
      await host.visitor(text(1, "hello"));
      const id = await onlyConversation(client);
      const [own, foreign] = [await client.events(), await ben.events()];
      await client.ask("PUT", `/conversations/${id}/read`, { upTo: "1" });
      const { account } = (await client.ask<{ account: { id: string } }>("GET", "/me")).body;
      expect((await own.next("read"))?.data).toEqual({
        accountId: account.id,
        conversationId: id,
        upTo: "1",
      });
      await host.visitor(text(1, "more"));
      const told: string[] = [];
      while (told.at(-1) !== "message") told.push((await foreign.next())?.type ?? "message");
      expect(told).not.toContain("read");
      await Promise.all([own.close(), foreign.close()]);
    });

    it("is refused for an erased conversation and for what is no message", async () => {
      const { host, client } = await signedIn();
      await host.visitor(text(1, "hello"));
      const id = await onlyConversation(client);
      const mark = async (upTo: unknown) =>
        (await client.ask("PUT", `/conversations/${id}/read`, { upTo })).status;
      for (const upTo of [1, "0", "x", "", null, "1".repeat(40)])
        expect(await mark(upTo)).toBe(400);
      await counted(client, "unread", 1);
      await host.gateway.conversations.erase(id);
      expect(await mark("1")).toBe(404);
      expect(await listed(client, "list=unread")).toEqual([]);
      expect(await counts(client)).toMatchObject({ all: 0, unread: 0 });
    });
  });

  describe("the inbox lists", () => {
    it("hold what waits for an answer and what was not delivered, until that changes", async () => {
      const { host, client } = await signedIn({
        post: async ({ body }) =>
          answer(200, body.includes("no") ? { error: { code: 1 } } : { result: "ok" }),
      });
      await host.visitor(text(1, "hello"));
      const id = await onlyConversation(client);
      const write = (words: string) =>
        client.ask("POST", `/conversations/${id}/messages`, { type: "text", text: words });
      expect(await counted(client, "waiting", 1)).toMatchObject({ failed: 0 });
      const [waiting] = await listed(client, "list=waiting");
      expect(waiting?.waitingSince).toBe(waiting?.lastMessageAt);
      await write("no");
      await counted(client, "failed", 1);
      expect(await counted(client, "waiting", 0)).toMatchObject({ all: 1 });
      expect(namesIn(await listed(client, "list=failed"))).toEqual(["1"]);
      await write("yes");
      await counted(client, "failed", 0);
      expect((await client.ask("GET", `/conversations/${id}`)).body).toMatchObject({
        waitingSince: null,
      });
    });

    it("are limited by channel and date, and read page by page", async () => {
      const { host, client } = await signedIn();
      for (let id = 1; id <= 35; id += 1) {
        await host.visitor(text(id, "hello"));
        host.clock.push(1_000);
      }
      await counted(client, "waiting", 35);
      type Page = { conversations: ConversationView[]; next: string | null };
      const first = (await client.ask<Page>("GET", "/conversations?list=waiting")).body;
      const second = (
        await client.ask<Page>("GET", `/conversations?list=waiting&before=${first.next}`)
      ).body;
      expect([first.conversations.length, second.conversations.length, second.next]).toEqual([
        30,
        5,
        null,
      ]);
      const ids = [...first.conversations, ...second.conversations].map(
        ({ visitor }) => visitor.id,
      );
      expect(ids).toEqual(Array.from({ length: 35 }, (_, at) => String(35 - at)));
      const from = second.conversations[0]?.lastMessageAt ?? 0;
      expect(await listed(client, `channel=shop&to=${from}`)).toHaveLength(4);
      expect(await counts(client, `?channel=shop&from=${from}`)).toMatchObject({ all: 31 });
      expect(await counts(client, "?channel=other")).toMatchObject({ all: 0, waiting: 0 });
      for (const query of [
        "list=x",
        "from=x",
        `list=unread&before=${first.next}`,
        "before=x&to=1",
      ]) {
        expect((await client.ask("GET", `/conversations?${query}`)).status).toBe(400);
      }
    });
  });
}
