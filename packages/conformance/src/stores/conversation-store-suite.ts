import { citeRules } from "../cite-rules.ts";
import { sources } from "../sources.ts";
import { allPages } from "./all-pages.ts";
import type { Runner } from "../runner.ts";
import { aText, anInboundAppend, delivered } from "../samples/samples.ts";
import { type Check, checksOf, type OpenStores, type StoreBench } from "./store-bench.ts";
import { want } from "../want.ts";

/** Tests the reads of a `ConversationStore`. Erasure is tested with the message store, because it ends leases. */
export function conversationStoreSuite(runner: Runner, name: string, open: OpenStores): void {
  const check = checksOf(citeRules(runner, sources.conversationStore), open);
  runner.describe(`${name} as a ConversationStore`, () => {
    checkFinding(check);
    checkList(check);
    checkMessages(check);
  });
}

function listed(bench: StoreBench, limit: number): Promise<string[][]> {
  return allPages(limit, (request) => bench.stores.conversations.list(request)).then((pages) =>
    pages.map((page) => page.map((conversation) => conversation.visitorKey)),
  );
}

function checkFinding(check: Check): void {
  check("a conversation is found by its id and by its visitor", async (bench) => {
    const id = await bench.converse("42");
    const byId = await bench.stores.conversations.find({ id });
    want("by id", byId?.visitorKey, "42");
    const byVisitor = await bench.stores.conversations.find({
      channelKey: "shop-key",
      visitorKey: "42",
    });
    want("by visitor, the same", byVisitor, byId);
  });

  check("its channel is told by its id alone, where the store does so", async (bench) => {
    const { conversations } = bench.stores;
    const id = await bench.converse("42");
    const found = await conversations.find({ id });
    const of = await (conversations.channelOf?.(id) ?? found);
    want("the channel", [of?.channelId, of?.channelKey], [found?.channelId, found?.channelKey]);
    const nobody = await (conversations.channelOf?.("nobody") ?? null);
    want("of no conversation", nobody, null);
  });

  check("what is not there is null", async (bench) => {
    want("no such id", await bench.stores.conversations.find({ id: "nobody" }), null);
    const byVisitor = await bench.stores.conversations.find({
      channelKey: "shop-key",
      visitorKey: "1",
    });
    want("no such visitor", byVisitor, null);
    const page = await bench.stores.conversations.messages("nobody", { before: null, limit: 10 });
    want("no messages of nobody", page, { items: [], next: null });
  });
}

function checkList(check: Check): void {
  check("conversations are listed newest activity first, page by page", async (bench) => {
    for (const visitorKey of ["1", "2", "3", "4", "5"]) {
      await bench.converse(visitorKey);
      bench.now += 10;
    }
    await bench.reply("shop-key-2");
    want("every conversation once", await listed(bench, 2), [["2", "5"], ["4", "3"], ["1"]]);
    want("a full last page is known to be the last", await listed(bench, 5), [
      ["2", "5", "4", "3", "1"],
    ]);
  });

  check("conversations of one instant are listed once each, the newer one first", async (bench) => {
    const appends = ["1", "2", "3", "4"].map((visitorKey) => anInboundAppend({ visitorKey }));
    await bench.storeAll(appends);
    want("in pages of one", await listed(bench, 1), [["4"], ["3"], ["2"], ["1"]]);
  });

  check("activity between two pages neither repeats nor hides the others", async (bench) => {
    for (const visitorKey of ["1", "2", "3", "4"]) {
      await bench.converse(visitorKey);
      bench.now += 10;
    }
    const first = await bench.stores.conversations.list({ before: null, limit: 2 });
    await bench.reply("shop-key-3");
    await bench.converse("5");
    const second = await bench.stores.conversations.list({ before: first.next, limit: 2 });
    want(
      "the second page goes on where the first ended",
      second.items.map((conversation) => conversation.visitorKey),
      ["2", "1"],
    );
  });

  check("a cursor that no page gave ends the list instead of failing", async (bench) => {
    await bench.converse();
    for (const before of ["", "x", "1-2-3-4", "-", "9e99", "' or 1"]) {
      want("an empty page", await bench.stores.conversations.list({ before, limit: 5 }), {
        items: [],
        next: null,
      });
    }
  });
}

function checkMessages(check: Check): void {
  check("messages come newest page first, oldest first within it", async (bench) => {
    const texts = ["1", "2", "3", "4", "5"].map(aText);
    const lease = await bench.accept(anInboundAppend({ messages: texts }));
    const id = lease.lane.conversationId;
    const pages = await allPages(2, (request) => bench.stores.conversations.messages(id, request));
    want(
      "every message once",
      pages.map((page) => page.map((message) => message.message)),
      [texts.slice(3), texts.slice(1, 3), texts.slice(0, 1)],
    );
    const whole = await bench.stores.conversations.messages(id, { before: null, limit: 5 });
    want("a full last page is known to be the last", whole.next, null);
  });

  check("messages that arrive between two pages do not shift them", async (bench) => {
    const id = await bench.converse();
    for (const text of ["2", "3", "4"]) await bench.settle(await bench.reply(id, text), delivered);
    const first = await bench.stores.conversations.messages(id, { before: null, limit: 2 });
    await bench.reply(id, "5");
    const second = await bench.stores.conversations.messages(id, { before: first.next, limit: 2 });
    want(
      "the older two",
      second.items.map((message) => message.message),
      [aText("hello"), aText("2")],
    );
  });

  check("a message cursor that no page gave ends the list instead of failing", async (bench) => {
    const id = await bench.converse();
    for (const before of ["", "x", "1-2", "-", "9e99", "0"]) {
      want("an empty page", await bench.stores.conversations.messages(id, { before, limit: 5 }), {
        items: [],
        next: null,
      });
    }
  });
}
