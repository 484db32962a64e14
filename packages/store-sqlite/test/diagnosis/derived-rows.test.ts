import {
  aResendAppend,
  anInboundAppend,
  anOutboundAppend,
  delivered,
  failed,
  purgeAll,
} from "@parley/conformance";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sequenceGap } from "../../src/diagnosis/derived-data.ts";
import { repairStore } from "../../src/index.ts";
import { OpenedStore } from "../support/opened-store.ts";

let store: OpenedStore;

beforeEach(() => {
  store = new OpenedStore();
});
afterEach(() => store.close());

const run = (sql: string) => store.database.write((connection) => connection.run(sql));

/** What a repair of the closed file, or a check of it, finds. The file is opened again. */
async function disagreements(isDry: boolean): Promise<readonly string[]> {
  const names: string[] = [];
  await store.reopen(async () => {
    const { found } = await repairStore({ directory: store.directory, isDry });
    names.push(...found.map(({ name }) => name));
  });
  return names;
}

describe("a repair", () => {
  it("gives no sequence a second time, when a delivered report had the last one", async () => {
    const id = await store.bench.converse();
    const lease = await store.bench.reply(id);
    const { leases } = await store.bench.settle(lease, failed(JSON.stringify({ about: 1 })));
    const report = leases[0] ?? (await store.bench.claim())[0];
    if (report === undefined) throw new Error("there is no report");
    await store.bench.settle(report, delivered);
    const used = report.head.sequence;
    expect(store.count("select max(sequence) as n from deliveries")).toBeLessThan(used);
    run("delete from activities");
    expect(await disagreements(false)).toContain("conversations without an activity");
    const { head } = await store.bench.reply(id);
    expect(head.sequence).toBeGreaterThan(used);
    expect(head.sequence).toBe(used + sequenceGap);
    expect(await disagreements(true)).toEqual([]);
  });

  it("starts the attempts of a new head at none", async () => {
    const id = await store.bench.converse();
    const lease = await store.bench.reply(id);
    run(
      "update lanes set head = 1, attempt = 7, started_at = 5, due = 9, memo = '\"m\"', owner = 'x'",
    );
    expect(await disagreements(false)).toContain("the head of a lane");
    const lane = store.database.read((connection) =>
      connection.get(
        "select head, attempt, started_at, due, parked, fencing_token, owner, memo from lanes",
      ),
    );
    expect(lane).toEqual({
      head: lease.head.sequence,
      attempt: 0,
      started_at: null,
      due: 0,
      parked: null,
      fencing_token: null,
      owner: null,
      memo: null,
    });
    const [next] = await store.bench.claim();
    expect(next).toMatchObject({ attempt: 1, memo: null });
    expect(next?.token).toBeGreaterThan(lease.token);
  });
});

describe("no fault is", () => {
  it("a resend that ends between two steps of a purge", async () => {
    const { bench } = store;
    const id = await bench.converse();
    await bench.settle(await bench.reply(id), failed(null));
    const resent = store.count("select max(sequence) as n from deliveries where kind = 1");
    for (let step = 0; step < 6; step += 1) {
      const [first] = (
        await bench.commit({ appends: Array.from({ length: 100 }, () => anInboundAppend()) })
      ).leases;
      if (first === undefined) throw new Error("nothing was leased");
      await store.settleAll(first);
    }
    const [lease] = (await bench.commit({ appends: [aResendAppend(id, resent, "outbound")] }))
      .leases;
    if (lease === undefined) throw new Error("the resend was not leased");
    const { retention } = bench.stores;
    bench.now += 1_000;
    await bench.converse();
    const { next } = await retention.purge(bench.now - 1, null, 100);
    await bench.settle(lease, delivered);
    for (let cursor = next; cursor !== null;)
      cursor = (await retention.purge(bench.now - 1, cursor, 100)).next;
    expect(store.count("select count(*) as n from deliveries")).toBe(3);
    expect(await disagreements(true)).toEqual([]);
    await purgeAll(store.bench.stores.retention, bench.now - 1);
    expect(store.count("select count(*) as n from deliveries")).toBe(1);
  });

  it("an older message than the one that retention has deleted, after the clock was set back", async () => {
    const { bench } = store;
    const { leases } = await bench.commit({ appends: [anInboundAppend()] });
    const id = leases[0]?.lane.conversationId ?? "";
    bench.now -= 1_000;
    const [lease] = (await bench.commit({ appends: [anOutboundAppend(id)] })).leases;
    if (lease === undefined) throw new Error("nothing was leased");
    await bench.settle(lease, delivered);
    expect(await purgeAll(bench.stores.retention, bench.now + 500)).toMatchObject({ messages: 1 });
    expect(await disagreements(true)).toEqual([]);
  });
});
