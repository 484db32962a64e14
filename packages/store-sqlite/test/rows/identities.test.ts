import {
  aResendAppend,
  aText,
  anIdentity,
  anInboundAppend,
  delivered,
  failed,
  purgeAll,
} from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "../../src/connection/connection.ts";
import { doubtCommit, OpenedStore } from "../support/opened-store.ts";

let opened: OpenedStore;

beforeEach(() => {
  opened = new OpenedStore();
});
afterEach(() => opened.close());

describe("the identity that recognises a client's retry", () => {
  const sent = (content = "hello", visitorKey = "1") =>
    anInboundAppend({
      visitorKey,
      messages: [aText(content)],
      identity: anIdentity("id", content),
    });

  it("is one visitor's: another one may send the same", async () => {
    await opened.bench.append(sent());
    expect((await opened.bench.append(sent())).status).toBe("repeated");
    expect((await opened.bench.append(sent("hello", "2"))).status).toBe("stored");
    expect((await opened.bench.append(sent("hello", "2"))).status).toBe("repeated");
  });

  it("is known after a crash", async () => {
    await opened.bench.append(sent());
    opened.crash();
    expect((await opened.bench.append(sent())).status).toBe("repeated");
  });

  it("is that of stored messages, not of rolled-back ones", async () => {
    opened.breakCommits();
    await expect(opened.bench.append(sent())).rejects.toMatchObject({ code: "store-failed" });
    expect((await opened.bench.append(sent())).status).toBe("stored");
    expect((await opened.bench.append(sent())).status).toBe("repeated");
  });

  it("is deleted by an erasure whose COMMIT took effect but reported a failure", async () => {
    await opened.bench.append(sent());
    doubtCommit();
    const erased = opened.bench.stores.conversations.erase("shop-key-1");
    await expect(erased).rejects.toMatchObject({ code: "store-failed" });
    expect((await opened.bench.append(sent())).status).toBe("stored");
  });

  it("stays known when the message that would replace it is rolled back", async () => {
    await opened.bench.append(sent());
    opened.bench.now += 61_000;
    opened.breakOnce();
    await expect(opened.bench.append(sent())).rejects.toMatchObject({ code: "store-failed" });
    expect((await opened.bench.append(sent("another"))).status).toBe("stored");
    expect((await opened.bench.append(sent("another"))).status).toBe("stored");
  });
});

describe("one message id in hundreds of conversations", () => {
  const visitors = 400;
  const sent = (visitor: number, content: string) =>
    anInboundAppend({ visitorKey: `${visitor}`, identity: anIdentity("id", content, 1_000) });

  it("is told apart: each knows its own message, and a new visitor's is new", async () => {
    const { bench } = opened;
    const appends = Array.from({ length: visitors }, (_, visitor) => sent(visitor, "hello"));
    await bench.commit({ appends });
    const again = await bench.commit({ appends });
    expect(new Set(again.appends.map(({ status }) => status))).toEqual(new Set(["repeated"]));
    expect((await bench.append(sent(visitors, "hello"))).status).toBe("stored");
    expect((await bench.append(sent(7, "bye"))).status).toBe("stored");
    expect((await bench.append(sent(8, "hello"))).status).toBe("stored");
  });

  it("is looked up within one of them", async () => {
    const get = vi.spyOn(Connection.prototype, "get");
    await opened.bench.append(sent(1, "hello"));
    await opened.bench.append(sent(2, "hello"));
    const sql = get.mock.calls
      .map(([text]) => text)
      .find((text) => /identity.*conversation = /s.test(text) && text.includes("substr"));
    get.mockRestore();
    const plan = opened.database.read((connection) =>
      connection.all<{ detail: string }>(`explain query plan ${sql}`, null, null, null),
    );
    expect(plan.map(({ detail }) => detail)).toEqual([
      "SEARCH deliveries USING INDEX deliveries_by_identity (<expr>=? AND conversation=?)",
    ]);
  });
});

describe("a message id that is kept with its message", () => {
  const sent = (content: string, visitorKey = "1") =>
    anInboundAppend({ visitorKey, identity: anIdentity("m1", content) });

  it("is deleted with it, and a tainted id stays tainted", async () => {
    const id = await opened.bench.converse("1");
    await opened.bench.append(sent("hello"));
    await opened.bench.stores.conversations.erase(id);
    expect((await opened.bench.append(sent("bye"))).status).toBe("stored");
    expect((await opened.bench.append(sent("bye"))).status).toBe("repeated");
    expect((await opened.bench.append(sent("hello"))).status).toBe("stored");
    await opened.bench.stores.conversations.erase(id);
    expect((await opened.bench.append(sent("bye"))).status).toBe("stored");
    expect((await opened.bench.append(sent("bye"))).status).toBe("stored");
  });

  it("is that of the newest message: an earlier one that remains does not count", async () => {
    const first = await opened.bench.accept(sent("hello"));
    const { conversationId } = first.lane;
    await opened.bench.settle(first, failed());
    opened.bench.now += 60_000;
    await opened.bench.settle(await opened.bench.accept(sent("hello")), delivered);
    await opened.bench.append(aResendAppend(conversationId, first.head.sequence, "inbound"));
    opened.bench.now += 1;
    await purgeAll(opened.bench.stores.retention, opened.bench.now);
    expect((await opened.bench.messages(conversationId)).map(({ sequence }) => sequence)).toEqual([
      1,
    ]);
    expect((await opened.bench.append(sent("bye"))).status).toBe("stored");
    expect((await opened.bench.append(sent("bye"))).status).toBe("repeated");
  });

  it("names every part of a message that was split", async () => {
    const append = { ...sent("hello"), messages: [aText("a"), aText("b"), aText("c")] };
    await opened.bench.append(append);
    expect(await opened.bench.append(append)).toMatchObject({
      status: "repeated",
      sequences: [1, 2, 3],
    });
  });
});
