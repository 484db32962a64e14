import { aBudget, anInboundAppend } from "@parley/conformance";
import { Client } from "pg";
import { afterAll, expect, it } from "vitest";
import { ChannelKeys } from "../../src/channels/channel-keys.ts";
import { Database } from "../../src/connection/database.ts";
import { freshSchema, postgres, stopPostgres, storesOver } from "../support/opened-stores.ts";

afterAll(stopPostgres);

it("knows every channel of a batch, also when the cache was just cleared", async () => {
  const { connectionString: connection } = await postgres();
  const schema = freshSchema();
  const database = await Database.open({ connection, schema, allowNonDurable: true });
  const keys = new ChannelKeys(database);
  for (let from = 0; from <= 10_000; from += 1_000) {
    const batch = Array.from({ length: 1_000 }, (_, index) => ofChannel(`old-${from + index}`));
    await keys.learn(batch, null);
  }
  const known = keys.numberOf("old-7");
  await keys.learn([ofChannel("old-7"), ofChannel("new")], null);
  expect(keys.numberOf("old-7")).toBe(known);
  expect(keys.numberOf("new")).not.toBe(known);
  await database.close();
});

it("costs only its own messages while another node is giving a channel its number", async () => {
  const { connectionString: connection } = await postgres();
  const schema = freshSchema();
  const database = await Database.open({ connection, schema, allowNonDurable: true });
  const { messages } = storesOver(database);
  const other = new Client({ connectionString: connection });
  await other.connect();
  await other.query("begin");
  await other.query(`insert into ${schema}.channel_keys (key, id) values ('new', 'new')`);
  const appends = [ofChannel("elsewhere"), ofChannel("new")];
  const commit = async () =>
    (await messages.commit({ appends, settlements: [] }, 1, aBudget())).appends;
  expect(await commit()).toMatchObject([
    { status: "stored" },
    { status: "unavailable", isLocked: true },
  ]);
  await other.query("commit");
  expect(await commit()).toMatchObject([{ status: "stored" }, { status: "stored" }]);
  await other.end();
  await database.close();
});

function ofChannel(channelKey: string) {
  return anInboundAppend({ channelKey, channelId: channelKey });
}
