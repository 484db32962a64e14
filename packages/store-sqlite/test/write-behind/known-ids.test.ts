import { hash } from "node:crypto";
import { aText, anIdentity, anInboundAppend } from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Connection } from "../../src/connection/connection.ts";
import { IdFilter } from "../../src/write-behind/id-filter.ts";
import { KnownIds } from "../../src/write-behind/known-ids.ts";
import { breakWrites, doubtCommit, OpenedTail } from "./tail/opened-tail.ts";

/** Ids as stored: a channel's number and a digest. */
function idOf(name: string, channel = 1): Uint8Array {
  const id = Buffer.from(hash("sha256", name, "hex").slice(0, 40), "hex");
  id.writeUInt32BE(channel);
  return id;
}

const idsOf = (prefix: string, count: number): readonly Uint8Array[] =>
  Array.from({ length: count }, (_, index) => idOf(`${prefix}${index}`));

const held = (filter: { mayHold(id: Uint8Array): boolean }, ids: readonly Uint8Array[]): number =>
  ids.filter((id) => filter.mayHold(id)).length;

describe("a filter of ids", () => {
  const filter = new IdFilter(2 ** 15);
  const added = idsOf("added", 2_048);
  for (const id of added) filter.add(id);

  it("contains every added id", () => {
    expect(held(filter, added)).toBe(added.length);
  });

  it("has few false positives up to its capacity, and reports when it is full", () => {
    expect(filter.isFull).toBe(false);
    expect(held(filter, idsOf("other", 10_000))).toBeLessThan(40);
    filter.add(idOf("one more"));
    expect(filter.isFull).toBe(true);
  });

  it("tells channels apart", () => {
    const elsewhere = Array.from({ length: 2_048 }, (_, index) => idOf(`added${index}`, 2));
    expect(held(filter, elsewhere)).toBeLessThan(20);
  });
});

describe("the ids that are known without a look into tables", () => {
  let tail: OpenedTail;

  beforeEach(() => {
    tail = new OpenedTail(4);
  });
  afterEach(() => {
    vi.restoreAllMocks();
    tail.close();
  });

  /** With a digest, as the filter expects. */
  const identified = (name: string, content = "hello") => ({
    ...anIdentity(name, content, 1_000_000),
    messageId: hash("sha256", name, "hex"),
  });
  const sent = (name: string, content = "hello") =>
    anInboundAppend({ messages: [aText(content)], identity: identified(name, content) });
  const statusOf = async (name: string, content?: string) =>
    (await tail.bench.append(sent(name, content))).status;
  /** Runs a transaction that reads stored ids. `recent`: ids that are not in a table yet. */
  const advance = (ids: KnownIds, recent: readonly Uint8Array[] = []): void =>
    tail.database.commit((connection) => ids.advance(connection, () => recent));
  const isToBeLookedUp = (id: Uint8Array): boolean =>
    tail.database.read((_, { ids }) => ids.mayHold(id));

  it("are all that were stored before a crash, while these are read and afterwards", async () => {
    const names = Array.from({ length: 300 }, (_, index) => `m${index}`);
    for (const name of names) expect(await statusOf(name)).toBe("stored");
    tail.crash();
    expect(isToBeLookedUp(idOf("never seen"))).toBe(true);
    for (const name of names) expect(await statusOf(name)).toBe("repeated");
    expect(isToBeLookedUp(idOf("never seen"))).toBe(false);
  });

  it("include tainted ids whose messages are deleted", async () => {
    const id = await tail.bench.converse("1");
    const tainted = Array.from({ length: 8 }, (_, index) => `tainted${index}`);
    for (const name of tainted) for (const text of ["one", "another"]) await statusOf(name, text);
    await tail.bench.stores.conversations.erase(id);
    for (let index = 0; index < 300; index += 1) await statusOf(`m${index}`);
    tail.crash();
    for (const name of ["two", "transactions"]) await statusOf(name);
    expect(isToBeLookedUp(idOf("never seen"))).toBe(false);
    for (const name of tainted) expect(await statusOf(name, "one")).toBe("stored");
    for (const name of tainted) expect(await statusOf(name, "one")).toBe("stored");
    const kept = "select count(*) as n from deliveries where identity is not null";
    expect(tail.count(kept)).toBe(302);
  });

  it("include ids whose COMMIT took effect but reported a failure", async () => {
    await statusOf("before");
    doubtCommit();
    await expect(statusOf("doubted")).rejects.toMatchObject({ code: "store-failed" });
    expect(await statusOf("doubted")).toBe("repeated");
  });

  it("are read completely when hundreds of conversations share one id", async () => {
    const identity = identified("shared");
    const appends = Array.from({ length: 300 }, (_, index) =>
      anInboundAppend({ visitorKey: `visitor-${index}`, identity }),
    );
    await tail.bench.commit({ appends });
    tail.crash();
    for (const name of ["two", "transactions"]) await statusOf(name);
    expect(isToBeLookedUp(idOf("never seen"))).toBe(false);
  });

  it("are all of them when there are more than one filter is made for", async () => {
    const names = Array.from({ length: 600 }, (_, index) => `m${index}`);
    for (const name of names) await statusOf(name);
    for (const name of names) expect(await statusOf(name)).toBe("repeated");
  });

  it("include those of a tail that is read again when there are too many for the filter", async () => {
    const names = Array.from({ length: 513 }, (_, index) => `m${index}`);
    for (const name of names.slice(0, -1)) await statusOf(name);
    doubtCommit();
    await expect(statusOf("m512")).rejects.toMatchObject({ code: "store-failed" });
    await statusOf("another");
    for (const name of names) expect(await statusOf(name)).toBe("repeated");
  });

  it("do not include those of a rolled-back transaction", async () => {
    const bad = sent("bad", "refused by the disk");
    tail.database.read((connection) =>
      connection.script(`create temp trigger refuse before insert on main.deliveries
        when new.message like '%refused%' begin select raise(rollback, 'not today'); end;`),
    );
    await statusOf("before");
    const appends = [sent("a"), sent("b"), bad];
    await expect(tail.bench.commit({ appends })).rejects.toMatchObject({ code: "store-failed" });
    for (const name of ["b", "a"]) expect(await statusOf(name)).toBe("stored");
    for (const name of ["b", "a", "before"]) expect(await statusOf(name)).toBe("repeated");
  });

  it("do not include those of a COMMIT that failed without effect", async () => {
    await statusOf("before");
    const mend = breakWrites();
    const appends = [sent("a"), sent("b"), sent("c")];
    await expect(tail.bench.commit({ appends })).rejects.toMatchObject({ code: "store-failed" });
    mend();
    for (const name of ["d", "c", "b"]) expect(await statusOf(name)).toBe("stored");
    for (const name of ["d", "c", "b"]) expect(await statusOf(name)).toBe("repeated");
  });

  it("include those that are in no table yet", async () => {
    const ids = new KnownIds(32);
    for (const name of ["a", "b", "c", "d"]) await statusOf(name);
    tail.database.write(() => {});
    const recent = idsOf("recent", 4);
    advance(ids, recent);
    const written = tail.database.read((connection) =>
      connection.all<{ id: Uint8Array }>("select name as id from identities"),
    );
    expect(held(ids, [...recent, ...written.map(({ id }) => id)])).toBe(8);
    expect(held(ids, idsOf("never seen", 1_000))).toBeLessThan(300);
  });

  it("go into a filter four times as large when the last one is full, and nothing is read again", () => {
    const ids = new KnownIds(32);
    const empty = { positions: { last: 0 }, all: () => [] } as unknown as Connection;
    ids.advance(empty, () => []);
    const unread = { positions: { last: 0 } } as Connection;
    const all = idsOf("m", 5_000);
    for (const id of all) {
      ids.advance(unread, () => all);
      ids.add(id);
    }
    expect(held(ids, all)).toBe(5_000);
    expect(held(ids, idsOf("never seen", 1_000))).toBeLessThan(75);
  });

  it("include ids added while others are read", async () => {
    const names = Array.from({ length: 300 }, (_, index) => `m${index}`);
    for (const name of names) await statusOf(name);
    tail.database.write(() => {});
    const ids = new KnownIds(2 ** 19);
    const meanwhile = idsOf("meanwhile", 300);
    advance(ids);
    for (const id of meanwhile) ids.add(id);
    for (let more = 0; more < 3; more += 1) advance(ids);
    expect(ids.mayHold(idOf("never seen"))).toBe(false);
    expect(held(ids, meanwhile)).toBe(300);
  });

  it("are held by filters of no more than 32 MiB, however many there are", () => {
    const ids = new KnownIds(32);
    const endless = { positions: { last: 2 ** 40 }, all: () => [] } as unknown as Connection;
    ids.advance(endless, () => []);
    const asked = vi.spyOn(IdFilter.prototype, "mayHold");
    expect(ids.mayHold(idOf("never seen"))).toBe(false);
    expect(asked.mock.contexts.map((filter) => (filter as IdFilter).bits)).toEqual([2 ** 28]);
  });

  it("get no further filter at the limit, however full the last one is", () => {
    const ids = new KnownIds(2 ** 26);
    const empty = { positions: { last: 0 }, all: () => [] } as unknown as Connection;
    vi.spyOn(IdFilter.prototype, "isFull", "get").mockReturnValue(true);
    for (let more = 0; more < 4; more += 1) ids.advance(empty, () => []);
    const asked = vi.spyOn(IdFilter.prototype, "mayHold");
    expect(ids.mayHold(idOf("never seen"))).toBe(false);
    expect(asked.mock.contexts.map((filter) => (filter as IdFilter).bits)).toEqual([
      2 ** 26,
      2 ** 28,
    ]);
  });

  it("stay in the existing filters when there is no memory for a larger one: one transaction fails", () => {
    const ids = new KnownIds(32);
    const empty = { positions: { last: 0 }, all: () => [] } as unknown as Connection;
    ids.advance(empty, () => []);
    const first = idsOf("m", 5);
    for (const id of first) ids.add(id);
    vi.spyOn(IdFilter.prototype, "isFull", "get").mockImplementationOnce(() => {
      throw new RangeError("Array buffer allocation failed");
    });
    expect(() => ids.advance(empty, () => [])).toThrow("allocation failed");
    const later = idsOf("later", 5);
    for (const id of later) {
      ids.advance(empty, () => []);
      ids.add(id);
    }
    expect(held(ids, [...first, ...later])).toBe(10);
  });

  it("are unknown when they cannot be read: one transaction fails, and then every id is looked up", () => {
    const ids = new KnownIds(32);
    const broken = {
      positions: { last: 7 },
      all: () => {
        throw new Error("the page is damaged");
      },
    } as unknown as Connection;
    expect(() => ids.advance(broken, () => [])).toThrow("the page is damaged");
    ids.advance(broken, () => []);
    expect(ids.mayHold(idOf("never seen"))).toBe(true);
  });
});
