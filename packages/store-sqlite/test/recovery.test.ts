import { aText, anInboundAppend, type OpenedStores, StoreBench } from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Database } from "../src/connection/database.ts";
import { fileName, storesOver, temporaryDirectory } from "./support/opened-stores.ts";
import { start, type Started } from "./programs/start.ts";

let database: Database;
let bench: StoreBench;
let directory = "";
let remove = (): void => {};
let outsider: Started | null = null;

beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
  database = Database.open({ directory, fileName });
  const stores: OpenedStores = {
    ...storesOver(database),
    reopen: async () => stores,
    close: async () => {},
  };
  bench = new StoreBench(stores);
});
afterEach(async () => {
  await outsider?.kill();
  outsider = null;
  database.close();
  remove();
});

const long = (): ReturnType<typeof anInboundAppend> =>
  anInboundAppend({ messages: [aText("x".repeat(100_000))] });
const patience = (): number | undefined =>
  database.read(
    (connection) => connection.get<{ timeout: number }>("pragma busy_timeout")?.timeout,
  );
const pragma = (sql: string): void => database.read((connection) => connection.script(sql));

describe("after a failure the store goes on without a restart", () => {
  it("when the disk was full: that commit throws and leaves nothing, and the next one is stored", async () => {
    const conversationId = await bench.converse();
    pragma("pragma max_page_count = 1");
    await expect(bench.append(long())).rejects.toMatchObject({
      code: "store-failed",
      retryable: true,
    });
    await expect(bench.append(long())).rejects.toMatchObject({ code: "store-failed" });
    expect(await bench.messages(conversationId)).toHaveLength(1);
    pragma("pragma max_page_count = 1000000");
    const lease = await bench.accept(long());
    expect(lease.head.sequence).toBe(2);
    expect(await bench.messages(conversationId)).toHaveLength(2);
  });

  it("when a COMMIT failed: the file is opened again, and no token is granted twice", async () => {
    const first = await bench.accept();
    breakCommits();
    await expect(bench.accept(anInboundAppend({ visitorKey: "2" }))).rejects.toMatchObject({
      code: "store-failed",
    });
    const third = await bench.accept(anInboundAppend({ visitorKey: "3" }));
    expect(third.token).toBeGreaterThan(first.token);
    expect((await bench.settle(first, { kind: "delivered", record: null })).settlements).toEqual([
      "settled",
    ]);
    const ref = { channelKey: "shop-key", visitorKey: "2" };
    expect(await bench.stores.conversations.find(ref)).toBeNull();
  });

  it("when the file was read-only for a while: the next call opens it again and can write", async () => {
    const first = await bench.accept();
    pragma("pragma query_only = on");
    await expect(bench.append(anInboundAppend())).rejects.toMatchObject({
      code: "store-read-only",
    });
    expect((await bench.settle(first, { kind: "delivered", record: null })).settlements).toEqual([
      "settled",
    ]);
  });

  it("when another program held the file: the first call waits for it, the others do not", async () => {
    outsider = start("hold", directory);
    await outsider.next();
    expect(patience()).toBe(250);
    await expect(bench.append(anInboundAppend())).rejects.toMatchObject({ code: "store-failed" });
    expect(patience()).toBe(0);
    await outsider.kill();
    await bench.accept(anInboundAppend());
    expect(patience()).toBe(250);
  });

  it("when the caller's batch was invalid: nothing of it is stored", async () => {
    const taken = anInboundAppend({ visitorKey: "2", candidateId: "taken" });
    await bench.append(taken);
    await expect(bench.append({ ...taken, visitorKey: "3" })).rejects.toMatchObject({
      code: "store-failed",
    });
    expect(
      await bench.stores.conversations.find({ channelKey: "shop-key", visitorKey: "3" }),
    ).toBeNull();
    await bench.append(anInboundAppend({ visitorKey: "3" }));
  });

  it("and errors contain no visitor's text", async () => {
    pragma("pragma max_page_count = 1");
    const error = await bench
      .append(anInboundAppend({ messages: [aText("canary".repeat(20_000))] }))
      .catch(String);
    expect(String(error)).not.toContain("canary");
  });
});

describe("a store that was closed", () => {
  it("says so, and can be closed again", async () => {
    database.close();
    database.close();
    await expect(bench.append(anInboundAppend())).rejects.toMatchObject({ code: "store-closed" });
  });
});

/** Makes every COMMIT of this connection fail from now on, through a violated deferred foreign key. */
function breakCommits(): void {
  pragma(`
    create temp table promises (id integer primary key, other integer references promises deferrable initially deferred);
    create temp trigger break after insert on main.deliveries begin insert into promises (other) values (0); end;
  `);
}
