import {
  aText,
  anIdentity,
  anInboundAppend,
  delivered,
  failed,
  noLeases,
  retryAt,
} from "@parley/conformance";
import type { InboundAppend, Lease } from "@parley/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { faultsOf } from "./place-faults.ts";
import { doubtCommit, OpenedTail } from "./tail/opened-tail.ts";

/** A batch is half of it. Every half message adds a slice. */
const longest = 16;

let tail: OpenedTail;

beforeEach(() => {
  tail = new OpenedTail(longest);
  named = 0;
});
afterEach(() => tail.close());

const count = (sql: string) => tail.count(`select count(*) as n from ${sql}`);
const written = () => tail.count("select value as n from counters where name = 'written'");
const faults = () => faultsOf((sql) => tail.count(sql));
/** Number of entries in each table. */
const placed = () => [count("sequences"), count("identities")];
const hour = 3_600_000;

function sent(name: string): InboundAppend {
  const identity = anIdentity(name, name, hour);
  return anInboundAppend({ visitorKey: `${name.length}`, messages: [aText(name)], identity });
}

let named = 0;
const nameOf = (message: number): string => "x".repeat((message * 7) % 5) + message;

/** Visitors and the digests of their ids come in random order. */
async function fill(messages: number): Promise<void> {
  for (let message = 0; message < messages; message += 1) {
    named += 1;
    await tail.bench.append(sent(nameOf(named)), noLeases);
  }
}

async function expectAllPlaced(messages: number): Promise<void> {
  tail.database.write(() => {});
  expect([...placed(), tail.unplaced()]).toEqual([messages, messages, 0]);
  expect(count(`deliveries where position > ${written()}`)).toBe(0);
  expect(faults()).toEqual([]);
}

describe("a batch of the tail gets its index entries", () => {
  it("in a slice with every few messages, all of them before it is cut", async () => {
    const seen: (readonly number[])[] = [];
    for (let message = 0; message < longest + 2; message += 1) {
      await fill(1);
      seen.push([...placed(), written()]);
    }
    const half = longest / 2;
    expect(seen[half - 1]).toEqual([0, 0, 0]);
    expect(seen.slice(half, longest).map(([places]) => places)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(seen[longest - 1]).toEqual([7, 7, 0]);
    expect(seen[longest]).toEqual([8, 8, 0]);
    expect(seen[longest + 1]).toEqual([9, 9, 2]);
  });

  it("at once when the whole tail is written meanwhile, or after a crash", async () => {
    await fill(12);
    expect(placed()).toEqual([3, 3]);
    await expectAllPlaced(12);
    await fill(12);
    expect(placed()[0]).toBeGreaterThan(12);
    tail.crash();
    await expectAllPlaced(24);
  });

  it("again after a rolled-back commit", async () => {
    await fill(9);
    for (let failure = 0; failure < 5; failure += 1) {
      tail.breakOnce();
      await expect(fill(1)).rejects.toMatchObject({ code: "store-failed" });
    }
    expect(placed()).toEqual([0, 0]);
    await fill(12);
    expect(placed()).toEqual([12, 12]);
    await expectAllPlaced(21);
  });

  it("again after a rolled-back transaction that wrote the whole tail", async () => {
    await fill(12);
    const fail = () =>
      tail.database.write(() => {
        throw new Error("not today");
      });
    expect(fail).toThrow("it is unknown whether anything of this call was stored");
    expect(placed()).toEqual([3, 3]);
    await fill(6);
    await expectAllPlaced(18);
  });

  it("also after a COMMIT with an unknown outcome", async () => {
    for (const doubt of [doubtCommit, () => tail.breakCommits()]) {
      await fill(12);
      doubt();
      await expect(fill(1)).rejects.toMatchObject({ code: "store-failed" });
      await fill(12);
      await expectAllPlaced(count("deliveries"));
    }
    expect(count("deliveries")).toBe(24 + 1 + 24);
  });

  it("again after a slice that failed half-way", async () => {
    await fill(12);
    tail.database.read((connection) =>
      connection.script(`create temp trigger refuse before insert on main.identities
        begin select raise(rollback, 'not today'); end;`),
    );
    await expect(fill(1)).rejects.toMatchObject({ code: "store-failed" });
    expect(placed()).toEqual([3, 3]);
    tail.database.read((connection) => connection.script("drop trigger temp.refuse"));
    await fill(1);
    expect(placed()).toEqual([4, 4]);
    await expectAllPlaced(13);
  });

  it.each([
    [16, 5, 200],
    [64, 90, 60],
    [1_200, 900, 16],
  ])(
    "before it is cut off: of %d, where up to %d come at a time",
    async (longest, most, commits) => {
      tail.close();
      tail = new OpenedTail(longest);
      for (let visitor = 0; visitor < 20; visitor += 1) await tail.bench.converse(`${visitor}`);
      tail.database.write(() => {});
      for (let commit = 0; commit < commits; commit += 1) {
        // Later messages sort first.
        const visitorKey = `${19 - (commit % 20)}`;
        const size = 1 + ((commit * commit * 7 + (commit >> 2)) % most);
        const messages = Array.from({ length: size }, (_, text) => aText(`${text}`));
        const identity = anIdentity(`${commit}`, "hello", hour);
        await tail.bench.append(anInboundAppend({ visitorKey, messages, identity }), noLeases);
        expect(faults(), `commit ${commit}`).toEqual([]);
      }
      expect(written()).toBeGreaterThan(longest);
    },
  );

  it("when more than a batch arrives at once", async () => {
    await fill(10);
    const texts = Array.from({ length: 5 * longest }, (_, text) => aText(`${text}`));
    await tail.bench.append(anInboundAppend({ messages: texts }), noLeases);
    await fill(1);
    expect(count(`deliveries where position > ${written()}`)).toBe(longest + 1);
    expect(faults()).toEqual([]);
    tail.database.write(() => {});
    expect([tail.unplaced(), faults()]).toEqual([0, []]);
  });
});

describe("a delivery of the tail that has an index entry already", () => {
  it("is read once", async () => {
    for (let message = 0; message < 14; message += 1)
      await tail.bench.append(anInboundAppend({ messages: [aText(`${message}`)] }), noLeases);
    expect(placed()[0]).toBeGreaterThan(0);
    expect(written()).toBe(0);
    const all = await tail.bench.messages("shop-key-1");
    expect(all.map(({ sequence }) => sequence)).toEqual(
      Array.from({ length: 14 }, (_, index) => index + 1),
    );
  });

  it("tells a client's own retry, of a slice that is written and of one that is not", async () => {
    await fill(14);
    expect(placed()[1]).toBeGreaterThan(0);
    for (let message = 1; message <= 14; message += 1) {
      const again = await tail.bench.append(sent(nameOf(message)));
      expect(again, `message ${message}`).toMatchObject({ status: "repeated" });
    }
  });

  it("leaves no entry behind when it is deleted or passes its id on, before or after its slice", async () => {
    const leases: Lease[] = [];
    for (let visitor = 0; visitor < 10; visitor += 1) {
      const append = anInboundAppend({
        visitorKey: `${visitor}`,
        identity: anIdentity(`id ${visitor}`, "hello", 1_000),
      });
      leases.push(await tail.bench.accept(append));
    }
    // A report is a delivery too, and is deleted once it is delivered.
    for (const lease of leases) {
      const { leases: reports } = await tail.bench.settle(lease, failed("told"));
      for (const report of reports) await tail.bench.settle(report, delivered);
    }
    tail.bench.now += 1_000;
    for (let visitor = 0; visitor < 10; visitor += 1) {
      const identity = anIdentity(`id ${visitor}`, "hello", 1_000);
      const append = anInboundAppend({ visitorKey: `${visitor}`, identity });
      expect(await tail.bench.append(append, noLeases)).toMatchObject({ status: "stored" });
    }
    tail.database.write(() => {});
    const without = `deliveries d where not exists (select 1 from sequences s where s.position = d.position)`;
    const astray = `sequences s where not exists (select 1 from deliveries d where d.position = s.position)`;
    expect([count(without), count(astray), count("identities"), count("deliveries")]).toEqual([
      0, 0, 10, 20,
    ]);
  });

  it("keeps its position alone, when the newest is deleted and the file is opened again meanwhile", async () => {
    await fill(6);
    const lease = await tail.bench.accept(sent("refused"));
    const { leases } = await tail.bench.settle(lease, failed("told"));
    const [report] = leases as [Lease];
    await tail.bench.settle(report, delivered);
    expect(tail.count("select max(position) as n from deliveries")).toBe(7);
    tail.database.read((connection) => connection.script("pragma query_only = on"));
    await expect(fill(1)).rejects.toMatchObject({ code: "store-read-only" });
    await tail.bench.append(sent("later"), noLeases);
    await fill(24);
    expect(written()).toBeGreaterThan(8);
    expect(faults()).toEqual([]);
    expect(await tail.bench.append(sent("later"))).toMatchObject({ status: "repeated" });
  });

  it("is delivered in order, when its lane started before the tail", async () => {
    const first = await tail.bench.accept(anInboundAppend());
    await tail.bench.settle(first, retryAt(tail.bench.now + 1));
    for (let message = 0; message < 30; message += 1)
      await tail.bench.append(anInboundAppend({ messages: [aText(`${message}`)] }), noLeases);
    expect(placed()[0]).toBeGreaterThan(written());
    tail.bench.now += 1;
    const [lease] = await tail.bench.claim();
    const all = Array.from({ length: 31 }, (_, index) => index + 1);
    expect(await tail.settleAll(lease as Lease)).toEqual(all);
  });
});
