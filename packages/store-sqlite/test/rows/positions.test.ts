import { join } from "node:path";
import {
  aText,
  anIdentity,
  anInboundAppend,
  anOutboundAppend,
  StoreBench,
} from "@parley/conformance";
import type { MessageIdentity } from "@parley/core";
import Sqlite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Connection } from "../../src/connection/connection.ts";
import { Database } from "../../src/connection/database.ts";
import { migrate } from "../../src/schema/migrate.ts";
import { migrations } from "../../src/schema/migrations/all.ts";
import { fileName, storesOver, temporaryDirectory } from "../support/opened-stores.ts";

/** The last schema whose deliveries were stored by conversation. */
const earlier = 3;
const start = 1_700_000_000_000;

let directory = "";
let remove = (): void => {};
let database: Database | null = null;

beforeEach(() => {
  ({ directory, remove } = temporaryDirectory());
});
afterEach(() => {
  database?.close();
  database = null;
  remove();
});

function makeEarlier(sql: string): void {
  const path = join(directory, fileName);
  new Sqlite(path).close();
  const connection = Connection.open(path);
  migrate(connection, migrations.slice(0, earlier));
  connection.script(sql);
  connection.close();
}

function open(): StoreBench {
  database = Database.open({ directory, fileName });
  const bench = new StoreBench({
    ...storesOver(database),
    reopen: () => Promise.reject(new Error("not reopened here")),
    close: async () => {},
  });
  bench.now = start + 1_000;
  return bench;
}

const bytes = (digest: string) => `x'${digest.slice(0, 32)}'`;
const identityRow = ({ messageId, content }: MessageIdentity, conversation: number, rest: string) =>
  `insert into identities values (7, ${bytes(messageId)}, ${conversation}, ${bytes(content)}, ${start}, ${rest});`;
const deliveryRow = (conversation: number, sequence: number, identity: MessageIdentity | null) =>
  `insert into deliveries (conversation, sequence, kind, state, message_sequence, accepted_at, identity, message)
     values (${conversation}, ${sequence}, 0, 0, ${sequence}, ${start}, ${identity === null ? "null" : bytes(identity.messageId)}, '${aText(`${sequence}`)}');`;
const one = anIdentity("one", "hello");
const split = anIdentity("split", "long");
const twice = anIdentity("twice", "hello");
const conversations = `
  insert into channel_keys values (7, 'shop-key', 'shop');
  insert into conversations values (1, 'shop-key-1', 7, '1', '"1"', '{"name":"Bo"}', ${start}, ${start}, 4);
  insert into lanes values (1, 0, 7, 1, 4, 0, null, ${start}, null, null, null, null);`;

describe("a file whose deliveries are stored by conversation", () => {
  beforeEach(() =>
    makeEarlier(
      [
        conversations,
        deliveryRow(1, 1, one),
        deliveryRow(1, 2, split),
        deliveryRow(1, 3, null),
        deliveryRow(1, 4, twice),
        identityRow(one, 1, "1, 1"),
        identityRow(split, 1, "2, 2"),
        identityRow(twice, 1, "4, 1"),
        identityRow(twice, 0, "4, 1"),
      ].join("\n"),
    ),
  );

  it("keeps its messages, lanes and conversations", async () => {
    const bench = open();
    const messages = await bench.messages("shop-key-1");
    expect(messages.map(({ message }) => message)).toEqual(["1", "2", "3", "4"].map(aText));
    expect((await bench.claim()).map(({ head }) => head.message)).toEqual([aText("1")]);
    const reply = await bench.append(anOutboundAppend("shop-key-1"));
    expect(reply).toMatchObject({ sequences: [5] });
  });

  it("still tells a client's own retry, whole or split", async () => {
    const bench = open();
    expect(await bench.append(anInboundAppend({ identity: one }))).toMatchObject({
      status: "repeated",
      sequences: [1],
    });
    expect(await bench.append(anInboundAppend({ identity: split }))).toMatchObject({
      status: "repeated",
      sequences: [2, 3],
    });
  });

  it("still taints an id by a second content, and keeps what was tainted", async () => {
    const bench = open();
    const other = anIdentity("one", "bye");
    for (const identity of [other, one, twice, twice])
      expect((await bench.append(anInboundAppend({ identity }))).status).toBe("stored");
  });

  it("does not treat old deliveries as new ones", async () => {
    open();
    const [last, written] = [
      "select max(position) as n from deliveries",
      "select value as n from counters where name = 'written'",
    ].map((sql) => database?.read((connection) => connection.get<{ n: number }>(sql)?.n));
    expect([last, written]).toEqual([4, 4]);
  });
});
