import {
  aText,
  aResendAppend,
  anIdentity,
  anInboundAppend,
  delivered,
  failed,
  type OpenedStores,
  randomStoreScript,
  runStoreScript,
} from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../../src/connection/database.ts";
import { faultsOf } from "./place-faults.ts";
import { storesOver, temporaryDirectory } from "../support/opened-stores.ts";
import { OpenedTail } from "./tail/opened-tail.ts";

describe("the tables by which deliveries are found", () => {
  it("agree with them after any calls, for any length of the tail", async () => {
    const found: string[] = [];
    const { directory, remove } = temporaryDirectory();
    const openAt = (name: string, tailDeliveries: number): OpenedStores => {
      const database = Database.open({ directory, fileName: name, tailDeliveries });
      return {
        ...storesOver(database),
        reopen: async () => {
          database.close();
          return openAt(name, tailDeliveries);
        },
        close: async () => {
          const count = (sql: string) =>
            database.read((connection) => connection.get<{ n: number }>(sql)?.n ?? Number.NaN);
          found.push(...faultsOf(count));
          database.close();
        },
      };
    };
    for (let seed = 0; seed < 24; seed += 1)
      await runStoreScript(
        async () => openAt(`${seed}.db`, [0, 3, 16, 40, 8_192][seed % 5] ?? 0),
        randomStoreScript(seed),
      );
    remove();
    expect(found).toEqual([]);
  });
});

describe.each([
  ["of schema 7", ""],
  ["that was one of schema 4", "update deliveries set fresh = null where fresh = x''"],
])("a file %s", (_, before) => {
  const identity = anIdentity("id", "hello", 1_000);
  const texts = (...all: readonly string[]) => all.map((text) => aText(text));
  let tail: OpenedTail;
  let id: string;

  beforeEach(async () => {
    tail = new OpenedTail(2);
    const first = await tail.bench.accept(anInboundAppend({ identity, messages: texts("0") }));
    id = first.lane.conversationId;
    await tail.bench.settle(first, failed());
    for (const text of ["1", "2", "3", "4", "5"])
      await tail.bench.append(anInboundAppend({ messages: texts(text) }));
    const own = anInboundAppend({ identity: anIdentity("own", "6"), messages: texts("6") });
    await tail.bench.append(own);
    await tail.bench.append(aResendAppend(id, 1, "inbound"));
    if (tail.unplaced() === 0) throw new Error("the tail is empty");
    tail.becomeSchema7();
    tail.database.read((connection) => connection.script(before));
    tail.crash();
  });
  afterEach(() => tail.close());

  it("gets both tables with the next version, without the tail", async () => {
    expect(faultsOf((sql) => tail.count(sql))).toEqual([]);
    expect(tail.count("select count(*) as n from deliveries where fresh is not null")).toBe(0);
    const messages = await tail.bench.messages(id);
    expect(messages.map(({ message }) => message)).toEqual(
      texts("0", "1", "2", "3", "4", "5", "6"),
    );
  });

  it("still tells a client's own retry, of the tail and before it", async () => {
    for (const [name, content] of [
      ["id", "hello"],
      ["own", "6"],
    ] as const) {
      const repeat = anInboundAppend({ identity: anIdentity(name, content, 1_000) });
      expect(await tail.bench.append(repeat)).toMatchObject({ status: "repeated" });
    }
  });

  it("delivers all that waits, in order", async () => {
    tail.bench.now += 60_000;
    const [lease] = await tail.bench.claim();
    if (lease === undefined) throw new Error("nothing was leased");
    expect(await tail.settleAll(lease)).toEqual([2, 3, 4, 5, 6, 7, 8]);
  });
});

describe("a missing entry in one of these tables", () => {
  it("is detected by the queries above", async () => {
    const tail = new OpenedTail(0);
    const lease = await tail.bench.accept(anInboundAppend({ identity: anIdentity("id", "hello") }));
    await tail.bench.settle(lease, delivered);
    tail.database.write(() => {});
    const spoil = (sql: string) => {
      tail.database.read((connection) => connection.script(sql));
      return faultsOf((query) => tail.count(query));
    };
    expect(spoil("update identities set position = 9")).toHaveLength(2);
    expect(spoil("delete from identities; delete from sequences")).toHaveLength(2);
    expect(spoil("insert into sequences values (7, 7, 7)")).toHaveLength(2 + 1);
    expect(spoil("insert into recent_keys values (1, 1, 'k', 0, 1, 1)")).toHaveLength(2 + 1 + 1);
    tail.close();
  });
});
