import {
  aResendAppend,
  aText,
  anIdentity,
  anInboundAppend,
  delivered,
  failed,
  purgeAll,
} from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { doubtCommit, OpenedTail } from "./opened-tail.ts";

let tail: OpenedTail;

beforeEach(() => {
  tail = new OpenedTail();
});
afterEach(() => tail.close());

describe("the identity that recognises a client's retry", () => {
  const sent = (content = "hello", visitorKey = "1") =>
    anInboundAppend({
      visitorKey,
      messages: [aText(content)],
      identity: anIdentity("id", content),
    });
  const indexed = () => tail.count("select count(*) as n from identities");

  it("is found in the tail and in the index, which is written when conversations are listed", async () => {
    await tail.bench.append(sent());
    expect(indexed()).toBe(0);
    expect((await tail.bench.append(sent())).status).toBe("repeated");
    await tail.bench.stores.conversations.list({ before: null, limit: 1 });
    expect(indexed()).toBe(1);
    expect(tail.database.read((_, { identities }) => identities.size)).toBe(0);
    expect((await tail.bench.append(sent())).status).toBe("repeated");
    expect((await tail.bench.append(sent("hello", "2"))).status).toBe("stored");
    expect((await tail.bench.append(sent("hello", "2"))).status).toBe("repeated");
  });

  it("is known after a crash", async () => {
    await tail.bench.append(sent());
    tail.crash();
    expect((await tail.bench.append(sent())).status).toBe("repeated");
    expect(indexed()).toBe(1);
  });

  it("is that of stored messages, not of rolled-back ones", async () => {
    tail.breakCommits();
    await expect(tail.bench.append(sent())).rejects.toMatchObject({ code: "store-failed" });
    expect((await tail.bench.append(sent())).status).toBe("stored");
    expect((await tail.bench.append(sent())).status).toBe("repeated");
  });

  it("is deleted by an erasure whose COMMIT took effect but reported a failure", async () => {
    await tail.bench.append(sent());
    doubtCommit();
    const erased = tail.bench.stores.conversations.erase("shop-key-1");
    await expect(erased).rejects.toMatchObject({ code: "store-failed" });
    expect((await tail.bench.append(sent())).status).toBe("stored");
  });

  it("stays known when the message that would replace it is rolled back", async () => {
    await tail.bench.append(sent());
    tail.bench.now += 61_000;
    tail.breakOnce();
    await expect(tail.bench.append(sent())).rejects.toMatchObject({ code: "store-failed" });
    expect((await tail.bench.append(sent("another"))).status).toBe("stored");
    expect((await tail.bench.append(sent("another"))).status).toBe("stored");
  });
});

describe("a message id that is kept with its message", () => {
  const sent = (content: string, visitorKey = "1") =>
    anInboundAppend({ visitorKey, identity: anIdentity("m1", content) });

  it("is deleted with it, and a tainted id stays tainted", async () => {
    const id = await tail.bench.converse("1");
    await tail.bench.append(sent("hello"));
    await tail.bench.stores.conversations.erase(id);
    expect((await tail.bench.append(sent("bye"))).status).toBe("stored");
    expect((await tail.bench.append(sent("bye"))).status).toBe("repeated");
    expect((await tail.bench.append(sent("hello"))).status).toBe("stored");
    await tail.bench.stores.conversations.erase(id);
    expect((await tail.bench.append(sent("bye"))).status).toBe("stored");
    expect((await tail.bench.append(sent("bye"))).status).toBe("stored");
  });

  it("is that of the newest message: an earlier one that remains does not count", async () => {
    const first = await tail.bench.accept(sent("hello"));
    const { conversationId } = first.lane;
    await tail.bench.settle(first, failed());
    tail.bench.now += 60_000;
    await tail.bench.settle(await tail.bench.accept(sent("hello")), delivered);
    await tail.bench.append(aResendAppend(conversationId, first.head.sequence, "inbound"));
    tail.bench.now += 1;
    await purgeAll(tail.bench.stores.retention, tail.bench.now);
    expect((await tail.bench.messages(conversationId)).map(({ sequence }) => sequence)).toEqual([
      1,
    ]);
    expect((await tail.bench.append(sent("bye"))).status).toBe("stored");
    expect((await tail.bench.append(sent("bye"))).status).toBe("repeated");
  });

  it("names every part of a message that was split", async () => {
    const append = { ...sent("hello"), messages: [aText("a"), aText("b"), aText("c")] };
    await tail.bench.append(append);
    expect(await tail.bench.append(append)).toMatchObject({
      status: "repeated",
      sequences: [1, 2, 3],
    });
  });
});
