import { mkdirSync } from "node:fs";
import { join } from "node:path";
import {
  aBudget,
  anAgainAppend,
  aText,
  anIdentity,
  anInboundAppend,
  anOutboundAppend,
  delivered,
  failed,
  noLeases,
  type OpenedStores,
  purgeAll,
  retryAt,
  StoreBench,
} from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Connection } from "../src/connection.ts";
import { Database } from "../src/database.ts";
import { fileName, storesOver, temporaryDirectory } from "./opened-stores.ts";

const { run: original } = Connection.prototype;
let database: Database;
let bench: StoreBench;
let directory = "";
let remove = (): void => {};

beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
  database = Database.open({ directory, fileName });
  bench = benchOver(database);
});
afterEach(() => {
  database.close();
  remove();
});

function benchOver(opened: Database): StoreBench {
  const stores: OpenedStores = {
    ...storesOver(opened),
    reopen: async () => stores,
    close: async () => {},
  };
  return new StoreBench(stores);
}

/** The process dies here: another one opens the file as it is at this instant. */
function crash(): void {
  const later = join(directory, "later");
  mkdirSync(later);
  const image = join(later, fileName);
  database.read((connection) => connection.script(`vacuum into '${image}'`));
  const { now } = bench;
  database.close();
  database = Database.open({ directory: later, fileName });
  bench = benchOver(database);
  bench.now = now;
}

/** From here on every COMMIT of this connection fails, as long as it lives: a promise to another row is not kept. */
function breakCommits(): void {
  database.read((connection) =>
    connection.script(`
    create temp table promises (id integer primary key, other integer references promises deferrable initially deferred);
    create temp trigger break after insert on main.deliveries begin insert into promises (other) values (0); end;
  `),
  );
}

function count(sql: string): number {
  return database.read((connection) => connection.get<{ n: number }>(sql)?.n ?? Number.NaN);
}

const rowsOfLanes = () => count("select count(*) as n from lanes");
const conversation = (id: string) => bench.stores.conversations.find({ id });

describe("a message that is leased as it comes", () => {
  it("writes its own row alone, until somebody looks at the lanes", async () => {
    await bench.accept();
    expect(rowsOfLanes()).toBe(0);
    expect((await bench.stores.deliveries.backlog()).inbound).toEqual({
      lanes: 1,
      waiting: 1,
      oldestAcceptedAt: bench.now,
    });
    expect(rowsOfLanes()).toBe(1);
  });

  it("holds its lane against the next one, which gets the lane's next lease", async () => {
    const first = await bench.accept();
    expect((await bench.commit({ appends: [anInboundAppend()] })).leases).toEqual([]);
    const { leases } = await bench.settle(first, delivered);
    expect(leases.map(({ head }) => head.sequence)).toEqual([2]);
  });

  it("is due again at the end of its lease, when nobody has settled it", async () => {
    const first = await bench.accept();
    expect((await bench.stores.messages.nextDueAt()).inbound).toBe(first.until);
    bench.now = first.until;
    const [second] = await bench.claim({ owner: "node-b" });
    expect(second).toMatchObject({ attempt: 2, startedAt: first.startedAt });
    expect((await bench.settle(first, delivered)).settlements).toEqual(["stale"]);
  });

  it("takes a seat of its channel, one way, and gives it back", async () => {
    const [one, other] = [await bench.converse("1"), await bench.converse("2")];
    const budget = { seriesPerChannel: 1 };
    const first = await bench.reply(one, "a", budget);
    expect((await bench.commit({ appends: [anOutboundAppend(other)] }, budget)).leases).toEqual([]);
    const { leases } = await bench.settle(first, delivered, budget);
    expect(leases.map(({ lane }) => lane.conversationId)).toEqual([other]);
  });
});

describe("after a crash the newest deliveries tell", () => {
  it("who was leased, since when, and when that ends", async () => {
    const id = await bench.converse();
    bench.now += 5;
    const inbound = await bench.accept();
    const outbound = await bench.reply(id);
    crash();
    bench.now += 1;
    expect(await bench.claim()).toEqual([]);
    bench.now = outbound.until;
    const claimed = [...(await bench.claim())];
    bench.now = inbound.until;
    claimed.push(...(await bench.claim({ outbound: 0 })));
    expect(claimed).toMatchObject([
      { head: outbound.head, attempt: 2, startedAt: outbound.startedAt },
      { head: inbound.head, attempt: 2, startedAt: inbound.startedAt },
    ]);
    for (const { token } of claimed) expect(token).toBeGreaterThan(outbound.token);
  });

  it("that a lease of a process that is gone can be given back at once", async () => {
    await bench.accept();
    crash();
    await bench.stores.messages.release({ owner: "node-b", scope: "dead" }, bench.now);
    expect(await bench.claim({ owner: "node-b" })).toHaveLength(1);
  });

  it("what was settled, so that it does not come again", async () => {
    await bench.converse();
    crash();
    expect(rowsOfLanes()).toBe(0);
    expect(await bench.stores.messages.nextDueAt()).toMatchObject({ inbound: null });
  });

  it("how far each conversation went, and when", async () => {
    const id = await bench.converse("1");
    await bench.converse("2");
    bench.now += 1_000;
    await bench.settle(await bench.reply(id), delivered);
    crash();
    const page = await bench.stores.conversations.list({ before: null, limit: 10 });
    expect(page.items.map(({ visitorKey, lastMessageAt }) => [visitorKey, lastMessageAt])).toEqual([
      ["1", bench.now],
      ["2", bench.now - 1_000],
    ]);
    expect((await bench.accept()).head.sequence).toBe(3);
  });

  it("nothing of a report that is gone: its sequence is not given again", async () => {
    const id = await bench.converse();
    const { leases } = await bench.settle(await bench.reply(id), failed("{}"));
    const [report] = leases;
    if (report === undefined) throw new Error("no report was leased");
    await bench.settle(report, delivered);
    crash();
    expect((await bench.accept()).head.sequence).toBe(4);
  });

  it("the same for messages that came after others had been erased", async () => {
    await bench.converse("1");
    await bench.stores.conversations.erase(await bench.converse("2"));
    const lease = await bench.accept(anInboundAppend({ visitorKey: "3" }));
    crash();
    bench.now = lease.until;
    expect((await bench.claim()).map(({ lane }) => lane.conversationId)).toEqual(["shop-key-3"]);
  });

  it("nothing of what was told once: no lease of it comes back", async () => {
    const lease = await bench.accept();
    await bench.stores.deliveries.backlog();
    await bench.settle(lease, delivered);
    crash();
    expect(rowsOfLanes()).toBe(0);
  });
});

it("a restart repairs every instant that is too far ahead, however many there are", async () => {
  const many = 2_100;
  const appends = Array.from({ length: many }, (_, visitor) =>
    anInboundAppend({ visitorKey: `${visitor}` }),
  );
  const { leases } = await bench.commit({ appends }, { inbound: many });
  const ahead = retryAt(bench.now + 600_000);
  const settlements = leases.map(({ lane, token }) => ({ lane, token, verdict: ahead }));
  await bench.commit({ settlements });
  await bench.stores.messages.release({ owner: "node-b", scope: "dead" }, bench.now);
  expect(await bench.claim({ inbound: many })).toHaveLength(many);
});

describe("the tail is cut", () => {
  const written = () => count("select value as n from counters where name = 'written'");
  const newest = () => count("select coalesce(max(position), 0) as n from deliveries");
  const batch = (round: number) =>
    Array.from({ length: 100 }, (_, visitor) =>
      anInboundAppend({ visitorKey: `${visitor}`, messages: [aText(`${round}`)] }),
    );

  async function fillTo(position: number): Promise<void> {
    const missing = position - newest();
    for (let left = missing; left > 0; left -= 100) {
      const texts = Array.from({ length: Math.min(100, left) }, (_, text) => aText(`${text}`));
      await bench.append(anInboundAppend({ visitorKey: "filler", messages: texts }));
    }
    expect(newest()).toBe(position);
  }

  it("so that little is read after a crash, however long a process lived and a lease is held", async () => {
    const stuck = await bench.accept(anInboundAppend({ visitorKey: "stuck" }));
    for (let round = 0; round < 100; round += 1) {
      const { leases } = await bench.commit({ appends: batch(round) });
      const settlements = leases.map(({ lane, token }) => ({ lane, token, verdict: delivered }));
      await bench.commit({ settlements });
    }
    expect(newest()).toBe(10_001);
    expect(newest() - written()).toBeLessThan(8_192 + 256 + 200);
    expect(written()).toBeGreaterThan(1_000);
    expect((await bench.settle(stuck, delivered)).settlements).toEqual(["settled"]);
    const found = await conversation("shop-key-7");
    expect(found?.lastMessageAt).toBe(bench.now);
  });

  it("between two messages of one commit, in whatever order their conversations were read", async () => {
    const [one, other] = [
      anInboundAppend({ visitorKey: "a" }),
      anInboundAppend({ visitorKey: "b" }),
    ];
    await fillTo(200);
    await bench.converse("b");
    const lease = await bench.accept(one);
    await fillTo(299);
    await bench.commit({
      settlements: [{ lane: lease.lane, token: lease.token, verdict: delivered }],
      appends: [other, one],
    });
    await fillTo(8_440);
    await fillTo(300 + 8_192);
    await bench.commit({});
    expect(written()).toBe(300);
    crash();
    expect(await bench.append(other)).toMatchObject({ sequences: [3] });
    expect((await bench.messages("shop-key-b")).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
  });

  it("in a transaction that failed it stays as long as it was", async () => {
    const leases = [];
    for (let round = 0; round < 86; round += 1) {
      const visitors = batch(round).map((one) => ({
        ...one,
        visitorKey: `${round}-${one.visitorKey}`,
        candidateId: `${round}-${one.visitorKey}`,
      }));
      leases.push(...(await bench.commit({ appends: visitors }, { inbound: 20 })).leases);
      if (round === 84) breakOnce();
      if (round === 84)
        await expect(bench.append(anInboundAppend())).rejects.toMatchObject({
          code: "store-failed",
        });
    }
    const settlements = leases.map(({ lane, token }) => ({ lane, token, verdict: delivered }));
    const answers = (await bench.commit({ settlements }, noLeases)).settlements;
    expect(new Set(answers)).toEqual(new Set(["settled"]));
    expect(answers).toHaveLength(86 * 20);
  });
});

/** The next append of a visitor called 1 fails, and what its transaction has done is undone. */
function breakOnce(): void {
  database.read((connection) =>
    connection.script(`
    create temp trigger refuse before insert on main.deliveries
      begin select raise(rollback, 'not today'); end;
  `),
  );
  const script = "drop trigger if exists temp.refuse";
  const { append } = bench;
  bench.append = async (...given) => {
    try {
      return await append.apply(bench, given);
    } finally {
      database.read((connection) => connection.script(script));
    }
  };
}

/** The next COMMIT is carried out, and fails. */
function doubtCommit(): void {
  const spy = vi.spyOn(Connection.prototype, "run");
  spy.mockImplementation(function run(this: Connection, sql, ...values) {
    if (sql !== "commit") return original.call(this, sql, ...values);
    spy.mockRestore();
    this.script("commit");
    throw new Error("the disk did not answer");
  });
}

describe("what is remembered of conversations", () => {
  it("is as it was after a transaction that failed", async () => {
    await bench.converse();
    breakOnce();
    const refused = anInboundAppend({ visitorId: '"01"', profile: { name: "Bo" } });
    await expect(bench.append(refused)).rejects.toMatchObject({ code: "store-failed" });
    expect(await conversation("shop-key-1")).toMatchObject({ visitorId: '"1"', profile: {} });
    expect((await bench.accept()).head.sequence).toBe(2);
  });

  it("goes with a connection whose COMMIT failed, and leases go on", async () => {
    const lease = await bench.accept();
    breakCommits();
    const refused = anInboundAppend({ visitorKey: "2", profile: { name: "Bo" } });
    await expect(bench.append(refused)).rejects.toMatchObject({ code: "store-failed" });
    expect((await bench.settle(lease, retryAt(bench.now, "memo"))).settlements).toEqual([
      "settled",
    ]);
    expect((await bench.claim()).map(({ attempt, memo }) => [attempt, memo])).toEqual([
      [2, "memo"],
    ]);
    const second = await bench.accept({ ...refused, profile: {} });
    expect(second.head.sequence).toBe(1);
    expect(second.conversation.profile).toEqual({});
  });

  it("goes with a connection whose COMMIT was carried out although it failed", async () => {
    await bench.converse();
    const [held, unknown] = [anInboundAppend({ visitorKey: "2" }), anInboundAppend()];
    const lease = await bench.accept(held);
    doubtCommit();
    await expect(bench.append(unknown)).rejects.toMatchObject({ code: "store-failed" });
    expect(await bench.append(anInboundAppend())).toMatchObject({ sequences: [3] });
    const { inbound } = await bench.stores.deliveries.backlog();
    expect([inbound.lanes, inbound.waiting]).toEqual([2, 3]);
    expect((await bench.settle(lease, delivered)).settlements).toEqual(["settled"]);
    bench.now = lease.until;
    expect((await bench.claim()).map(({ head }) => head.sequence)).toEqual([2]);
  });

  it("goes with an erasure: the next message begins a new conversation", async () => {
    const id = await bench.converse();
    const lease = await bench.accept(anInboundAppend({ profile: { name: "Bo" } }));
    await bench.stores.conversations.erase(id);
    expect(await conversation(id)).toBeNull();
    expect((await bench.settle(lease, delivered)).settlements).toEqual(["stale"]);
    const next = await bench.accept(anInboundAppend({ candidateId: "new" }));
    expect([next.lane.conversationId, next.head.sequence]).toEqual(["new", 1]);
    expect(next.conversation.profile).toEqual({});
  });

  it("goes with retention", async () => {
    await bench.converse();
    bench.now += 1_000;
    const purged = await purgeAll(bench.stores.retention, bench.now);
    expect(purged).toEqual({ conversations: 1, messages: 1 });
    const next = await bench.accept(anInboundAppend({ candidateId: "new" }));
    expect([next.lane.conversationId, next.head.sequence]).toEqual(["new", 1]);
  });

  it("is not what retention goes by: a conversation that went on just now stays", async () => {
    const id = await bench.converse();
    bench.now += 1_000;
    await bench.settle(await bench.accept(), delivered);
    await purgeAll(bench.stores.retention, bench.now);
    expect((await bench.messages(id)).map(({ sequence }) => sequence)).toEqual([2]);
  });
});

describe("a message id that is kept with its message", () => {
  const sent = (content: string, visitorKey = "1") =>
    anInboundAppend({ visitorKey, identity: anIdentity("m1", content) });

  it("goes with it, and what was tainted stays so", async () => {
    const id = await bench.converse("1");
    await bench.append(sent("hello"));
    await bench.stores.conversations.erase(id);
    expect((await bench.append(sent("bye"))).status).toBe("stored");
    expect((await bench.append(sent("bye"))).status).toBe("repeated");
    expect((await bench.append(sent("hello"))).status).toBe("stored");
    await bench.stores.conversations.erase(id);
    expect((await bench.append(sent("bye"))).status).toBe("stored");
    expect((await bench.append(sent("bye"))).status).toBe("stored");
  });

  it("is that of the newest message: an earlier one that stays longer tells nothing", async () => {
    const first = await bench.accept(sent("hello"));
    const { conversationId } = first.lane;
    await bench.settle(first, failed());
    bench.now += 60_000;
    await bench.settle(await bench.accept(sent("hello")), delivered);
    await bench.append(anAgainAppend(conversationId, first.head.sequence, "inbound"));
    bench.now += 1;
    await purgeAll(bench.stores.retention, bench.now);
    expect((await bench.messages(conversationId)).map(({ sequence }) => sequence)).toEqual([1]);
    expect((await bench.append(sent("bye"))).status).toBe("stored");
    expect((await bench.append(sent("bye"))).status).toBe("repeated");
  });

  it("names every part of a message that was split", async () => {
    const append = { ...sent("hello"), messages: [aText("a"), aText("b"), aText("c")] };
    await bench.append(append);
    expect(await bench.append(append)).toMatchObject({ status: "repeated", sequences: [1, 2, 3] });
  });
});

it("a copy of the file in use tells what the file tells", async () => {
  const lease = await bench.accept();
  const later = join(directory, "copy");
  mkdirSync(later);
  await database.copyTo(join(later, fileName), () => {}, new AbortController().signal);
  const copy = Database.open({ directory: later, fileName });
  try {
    const [claimed] = await storesOver(copy).messages.claim(lease.until, aBudget());
    expect(claimed?.head).toEqual(lease.head);
  } finally {
    copy.close();
  }
});
