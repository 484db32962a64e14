import { join } from "node:path";
import {
  aBudget,
  anOwnerAppend,
  delivered,
  deliveredWith,
  failed,
  type OpenedStores,
  StoreBench,
} from "@parley/conformance";
import type { LaneKind, Verdict } from "@parley/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Connection } from "../../src/connection/connection.ts";
import { Database } from "../../src/connection/database.ts";
import { SqliteExport } from "../../src/export/export.ts";
import { migrate } from "../../src/schema/migrate.ts";
import { migrations } from "../../src/schema/migrations/all.ts";
import { fileName, storesOver, temporaryDirectory } from "../support/opened-stores.ts";
import { wrongDataOf } from "../support/wrong-data.ts";
import { makeFourthFile, writeAsFourth, writtenAt } from "./fourth-file.ts";

const firstOwner = { backend: "default", assignee: null, fence: 0 };
let directory: string;
let remove: () => void;
let database: Database;
let bench: StoreBench;

function open(): void {
  database = Database.open({ directory, fileName });
  bench = new StoreBench({ ...storesOver(database) } as OpenedStores);
  bench.now = writtenAt + 1_000;
}

beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
  makeFourthFile(directory);
  open();
});
afterEach(() => {
  database.close();
  remove();
});

/** Opens the file as the version without owners does. */
function openAsFourth(): void {
  const connection = Connection.open(join(directory, fileName));
  try {
    migrate(connection, migrations.slice(0, 4));
  } finally {
    connection.close();
  }
}

/** Closes the file, lets that version write, and opens it again. */
function afterFourth(write: () => void): void {
  database.close();
  openAsFourth();
  write();
  open();
}

const wrongData = () =>
  wrongDataOf(
    (sql) => database.read((connection) => connection.get<{ n: number }>(sql)?.n) ?? Number.NaN,
  );

async function settle(visitor: string, kind: LaneKind, token: number, verdict: Verdict) {
  const lane = { conversationId: `shop-key-${visitor}`, kind };
  return bench.commit({ settlements: [{ lane, token, verdict }] });
}

describe("a file from before there were owners", () => {
  it("is of the backend default, and its leases are settled by their tokens", async () => {
    const { conversations, owners, deliveries } = bench.stores;
    const { items } = await conversations.list({ before: null, limit: 10 });
    expect(items.map(({ owner }) => owner)).toEqual(items.map(() => firstOwner));
    expect(await owners.counts()).toEqual([
      { backend: "default", assignee: null, conversations: 4 },
    ]);
    const { reports, backends } = await deliveries.backlog();
    expect(reports.waiting).toBe(2);
    expect(Object.keys(backends)).toEqual(["default"]);
    const answers = [
      await settle("mina", "inbound", 5, delivered),
      await settle("mina", "reports", 11, delivered),
      await settle("mina", "reports", 4, delivered),
      await settle("noah", "reports", 4, delivered),
      await settle("noah", "outbound", 7, deliveredWith('{"about":3}')),
    ];
    expect(answers.map(({ settlements }) => settlements[0])).toEqual([
      "settled",
      "settled",
      "stale",
      "settled",
      "settled",
    ]);
    expect(answers[0]?.leases).toMatchObject([{ backend: "default", isOwnerChange: false }]);
    // A parked lane gets the slot.
    expect(answers[4]?.leases).toMatchObject([
      { lane: { kind: "outbound" }, backend: "default" },
      { lane: { kind: "notices" }, backend: "default" },
    ]);
    expect(wrongData()).toEqual([]);
  });

  it("is exported with owners, and with null for what nobody knows", async () => {
    const exported = new SqliteExport(database);
    const { entries } = await exported.page("deliveries", null, 100);
    expect(new Set(entries.map(({ kind, backend }) => `${kind} ${backend}`))).toEqual(
      new Set(["inbound null", "outbound null", "reports default", "notices default"]),
    );
    const lanes = (await exported.page("lanes", null, 100)).entries;
    expect(lanes.filter(({ kind }) => kind === "outbound").map(({ backend }) => backend)).toEqual([
      null,
      null,
      null,
    ]);
    const conversations = (await exported.page("conversations", null, 100)).entries;
    expect(conversations.map(({ conversation }) => conversation.owner)).toEqual(
      conversations.map(() => firstOwner),
    );
  });

  it("changes its owners in the middle of traffic, and a running call is stale from then on", async () => {
    await bench.stores.backends.open({ names: ["default", "sales"], takesDefault: null });
    const id = "shop-key-mina";
    const change = { tellsNew: true, tellsOld: true };
    const sales = { backend: "sales", assignee: null };
    const { leases } = await bench.commit(
      { appends: [anOwnerAppend(id, sales, change)] },
      { others: { sales: { inbound: 9, reports: 9, notices: 9 } } },
    );
    expect(
      leases.map(({ lane, backend, isOwnerChange }) => [lane.kind, backend, isOwnerChange]),
    ).toEqual([
      ["inbound", "sales", true],
      ["notices", "default", false],
    ]);
    expect((await settle("mina", "inbound", 5, delivered)).settlements).toEqual(["stale"]);
    const [told] = leases;
    if (told === undefined) throw new Error("nobody was told");
    const next = await bench.settle(told, delivered, {
      others: { sales: { inbound: 9, reports: 9, notices: 9 } },
    });
    expect(next.leases).toMatchObject([{ backend: "sales", head: { sequence: 2 } }]);
    expect((await settle("mina", "reports", 11, delivered)).settlements).toEqual(["settled"]);
    expect(wrongData()).toEqual([]);
  });
});

describe("the version without owners", () => {
  it("goes on with the file, and what it writes belongs to default", async () => {
    afterFourth(() => writeAsFourth(directory, "ada"));
    expect((await bench.stores.conversations.find({ id: "c-ada" }))?.owner).toEqual(firstOwner);
    expect(wrongData()).toEqual([]);
    const leases = (await bench.claim()).filter(({ lane }) => lane.conversationId === "c-ada");
    expect(leases.map(({ lane, backend }) => `${lane.kind} ${backend}`)).toEqual([
      "inbound default",
      "outbound default",
      "reports default",
    ]);
    for (const lease of leases) await bench.settle(lease, failed('{"about":1}'));
    expect(wrongData()).toEqual([]);
  });

  it("goes on after a change of owner that was refused, or changed nothing", async () => {
    const owner = { backend: "default", assignee: null };
    const appends = [
      anOwnerAppend("shop-key-mina", owner),
      anOwnerAppend("shop-key-mina", { backend: null, assignee: null }, { fence: 3 }),
      anOwnerAppend("nobody", owner),
    ];
    const answers = (await bench.commit({ appends })).appends;
    expect(answers.map(({ status }) => status)).toEqual(["repeated", "refused", "refused"]);
    await bench.stores.backends.open({ names: ["default"], takesDefault: "default" });
    database.close();
    expect(openAsFourth).not.toThrow();
    open();
  });

  it("is refused from the first change of owner on, even of an assignee alone", async () => {
    await bench.store(anOwnerAppend("shop-key-mina", { backend: "default", assignee: "ada" }));
    database.close();
    expect(openAsFourth).toThrow(expect.objectContaining({ code: "store-newer" }));
    open();
    expect((await bench.claim()).length).toBeGreaterThan(0);
  });

  it("is refused once a second backend was opened, or default was taken over", async () => {
    await bench.stores.backends.open({ names: ["sales"], takesDefault: "sales" });
    database.close();
    expect(openAsFourth).toThrow(expect.objectContaining({ code: "store-newer" }));
    open();
    const { leases } = await bench.stores.messages.commit(
      { appends: [], settlements: [] },
      bench.now,
      aBudget(),
    );
    expect(leases).toEqual([]);
    expect((await bench.stores.owners.counts())[0]?.backend).toBe("sales");
  });
});
