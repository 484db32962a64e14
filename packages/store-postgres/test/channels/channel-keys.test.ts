import { anInboundAppend } from "@parley/conformance";
import { afterAll, expect, it } from "vitest";
import { ChannelKeys } from "../../src/channels/channel-keys.ts";
import { Database } from "../../src/connection/database.ts";
import { freshSchema, postgres, stopPostgres } from "../support/opened-stores.ts";

afterAll(stopPostgres);

it("knows every channel of a batch, also when the cache was just cleared", async () => {
  const { connectionString: connection } = await postgres();
  const schema = freshSchema();
  const database = await Database.open({ connection, schema, allowNonDurable: true });
  const keys = new ChannelKeys(database);
  const many = Array.from({ length: 10_001 }, (_, index) => ofChannel(`old-${index}`));
  await keys.learn(many);
  const known = keys.numberOf("old-7");
  await keys.learn([ofChannel("old-7"), ofChannel("new")]);
  expect(keys.numberOf("old-7")).toBe(known);
  expect(keys.numberOf("new")).not.toBe(known);
  await database.close();
});

function ofChannel(channelKey: string) {
  return anInboundAppend({ channelKey, channelId: channelKey });
}
