import {
  anInboundAppend,
  failed,
  type OpenedTarget,
  StoreBench,
  storeExportSuite,
  storeImportSuite,
} from "@parley/conformance";
import { type ConversationEntry, type EntryKind, entryKinds, type LaneEntry } from "@parley/core";
import { Client } from "pg";
import * as runner from "vitest";
import { inspect } from "node:util";
import { Database } from "../../../src/connection/database.ts";
import { PostgresExport } from "../../../src/export/export.ts";
import { openPostgresImport } from "../../../src/index.ts";
import { limitsOf } from "../../../src/connection/limits.ts";
import { clientConfig, quoted } from "../../../src/connection/place.ts";
import { freshSchema, openIn, postgres, stopPostgres } from "../../support/opened-stores.ts";

runner.afterAll(stopPostgres);

storeExportSuite(runner, "store-postgres", async () => {
  const { connectionString } = await postgres();
  const schema = freshSchema();
  const stores = await openIn(connectionString, schema);
  const { client, exported } = await exportOf(connectionString, schema);
  const close = async () => {
    await client.end();
    await stores.close();
  };
  return { stores: { ...stores, close }, exported };
});

storeImportSuite(runner, "store-postgres", () => openTarget(freshSchema()));

runner.it("tokens that are given after a move are higher than all that came", async () => {
  const schema = freshSchema();
  const { target, close } = await openTarget(schema);
  const lane = { ...idle, lease: { token: 5_000_000, owner: "node-a" } };
  const parked = { ...idle, conversationId: "b", due: null, parked: 9_000_000 };
  const filled: Partial<Record<EntryKind, readonly unknown[]>> = {
    channelKeys: [{ key: "shop-key", id: "shop" }],
    conversations: ["a", "b"].map((id) => conversationOf(id)),
    lanes: [lane, parked],
  };
  await target.begin("source");
  for (const kind of entryKinds)
    await target.take(kind, { entries: (filled[kind] ?? []) as never[], next: null });
  await target.finish();
  await close();
  const stores = await openIn((await postgres()).connectionString, schema);
  const lease = await new StoreBench(stores).accept(anInboundAppend({ visitorKey: "new" }));
  runner.expect(lease.token).toBeGreaterThan(9_000_000);
  await stores.close();
});

runner.it(
  "an entry whose JSON is broken is named by its place and kind, and not quoted",
  async () => {
    const { connectionString } = await postgres();
    const schema = freshSchema();
    const stores = await openIn(connectionString, schema);
    await new StoreBench(stores).accept(anInboundAppend({}));
    const { client, exported } = await exportOf(connectionString, schema);
    await client.query("update conversations set profile = 'Jane Doe'");
    const { rows } = await client.query("select conversation from conversations");
    const error: unknown = await exported
      .page("conversations", null, 10)
      .catch((reason: unknown) => reason);
    runner.expect(error).toMatchObject({
      code: "store-corrupt",
      message: `the test's server is damaged: in its conversations, the entry at ${rows[0].conversation} holds broken JSON. Restore it from a backup.`,
    });
    runner.expect(inspect(error)).not.toContain("Jane");
    await client.end();
    await stores.close();
  },
);

runner.it(
  "reports from before there were owners are exported with the backend of their lane",
  async () => {
    const { connectionString } = await postgres();
    const schema = freshSchema();
    const stores = await openIn(connectionString, schema);
    const bench = new StoreBench(stores);
    const { conversationId } = (await bench.accept(anInboundAppend({}))).lane;
    await bench.settle(await bench.reply(conversationId), failed("{}"));
    const { client, exported } = await exportOf(connectionString, schema);
    await client.query("update deliveries set backend = null");
    await client.query("update backends set name = 'sales'");
    const { entries } = await exported.page("deliveries", null, 10);
    runner.expect(entries.map(({ kind, backend }) => [kind, backend])).toEqual([
      ["inbound", null],
      ["outbound", null],
      ["reports", "sales"],
    ]);
    await client.end();
    await stores.close();
  },
);

runner.it(
  "nobody is moved to where a gateway runs, whatever its connections are called",
  async () => {
    const { connectionString } = await postgres();
    const schema = freshSchema();
    const named = new URL(connectionString);
    named.searchParams.set("application_name", "shop");
    const connection = named.href;
    const gateway = await Database.open({ connection, schema, allowNonDurable: true });
    await gateway.live("node-a");
    const moving = openPostgresImport({ connection, schema, allowNonDurable: true });
    await runner.expect(moving).rejects.toMatchObject({ code: "move-in-use" });
    await gateway.close();
  },
);

runner.it("a gateway that was opened just before the move stores nothing meanwhile", async () => {
  const { connectionString: connection } = await postgres();
  const schema = freshSchema();
  const named = new URL(connection);
  named.searchParams.set("application_name", "shop");
  const gateway = await Database.open({ connection: named.href, schema, allowNonDurable: true });
  const move = await openPostgresImport({ connection, schema, allowNonDurable: true });
  await runner.expect(gateway.live("node-a")).rejects.toMatchObject({ code: "store-half-moved" });
  await move.close();
  await runner.expect
    .poll(() =>
      gateway.live("node-a").then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  await gateway.close();
});

const idle: LaneEntry = {
  conversationId: "a",
  kind: "outbound",
  backend: null,
  ownerChange: null,
  head: 1,
  waiting: 1,
  attempt: 1,
  startedAt: 1,
  due: 1,
  parked: null,
  lease: null,
  memo: null,
  pausedSince: null,
};

function conversationOf(id: string): ConversationEntry {
  const channel = { channelKey: "shop-key", channelId: "shop" };
  const owner = { backend: "default", assignee: null, fence: 0 };
  const visitor = { visitorKey: id, visitorId: `"${id}"`, profile: {} };
  return {
    conversation: { id, ...channel, ...visitor, createdAt: 1, lastMessageAt: 1, owner },
    lastSequence: 1,
  };
}

async function openTarget(schema: string): Promise<OpenedTarget> {
  const { connectionString: connection } = await postgres();
  const opened = await openPostgresImport({ connection, schema, allowNonDurable: true });
  const reopen = async () => {
    await opened.close();
    return openTarget(schema);
  };
  return { ...opened, reopen };
}

async function exportOf(connection: string, schema: string) {
  const client = new Client(clientConfig({ connection, schema, limits: limitsOf({}) }));
  await client.connect();
  await client.query(`set search_path = ${quoted(schema)}`);
  return { client, exported: new PostgresExport(client, "the test's server") };
}
