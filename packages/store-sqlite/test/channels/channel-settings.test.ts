import { type Channel, defaultKnobs, ParleyError } from "@parley/core";
import { expect, it } from "vitest";
import { SqliteChannelStore } from "../../src/channels/channel-store.ts";
import { Database } from "../../src/connection/database.ts";
import { fileName, openStores, temporaryDirectory } from "../support/opened-stores.ts";

const shop: Channel = {
  id: "shop",
  key: "key-of-the-shop",
  secrets: [{ digest: "a".repeat(64), expiresAt: null }],
  chatApiUrl: "https://shop.test",
  knobs: defaultKnobs,
  signingKeys: [],
  createdAt: 1,
  revision: 1,
};

it("a channel's settings are read when asked for, and a removed channel has none (ruling 1)", async () => {
  const { channels, close } = await openStores();
  await channels.save(shop);
  const [asked, found] = [await channels.find("shop"), await channels.find("shop")];
  expect(asked?.chatApiUrl).toBe(shop.chatApiUrl);
  await channels.remove("shop", 2);
  await channels.save({ ...shop, key: "key-of-another", chatApiUrl: "https://another.test" });
  expect(asked).toEqual(shop);
  expect(found?.secrets).toEqual(shop.secrets);
  const late = () => found?.chatApiUrl;
  expect(late).toThrow(ParleyError);
  expect(late).toThrow("The channel shop was removed while it was being read.");
  await close();
});

it("a channel that an earlier version wrote has no signing keys, and the default of each knob it did not know", async () => {
  const { directory, remove } = temporaryDirectory();
  const database = Database.open({ directory, fileName });
  const channels = new SqliteChannelStore(database);
  const signingKeys = [{ key: "a2V5", expiresAt: null }];
  await channels.save({ ...shop, knobs: { ...defaultKnobs, typing: "off" }, signingKeys });
  const forget =
    "update channels set definition = json_remove(definition, '$.signingKeys', '$.knobs.typing') where position > 0";
  database.write((connection) => connection.run(forget));
  expect(await channels.find("shop")).toEqual({ ...shop, signingKeys: [] });
  expect(await channels.list()).toEqual([{ ...shop, signingKeys: [] }]);
  database.close();
  remove();
});
