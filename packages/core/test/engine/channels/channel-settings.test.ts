import { describe, expect, it } from "vitest";
import { ChannelReader } from "../../../src/engine/channels/channel-reader.ts";
import { type Channel, defaultKnobs } from "../../../src/model/channel.ts";

/** A store that reads a channel's settings when they are asked for, and can do so no more after a while. */
function lazyReader() {
  let asked = 0;
  let isGone = false;
  const settings = <Value>(value: Value): Value => {
    if (isGone) throw new Error("asked for too late");
    asked += 1;
    return value;
  };
  const shop: Channel = {
    id: "shop",
    key: "key",
    secrets: [{ digest: "right", expiresAt: null }],
    get chatApiUrl() {
      return settings("https://shop.test");
    },
    get knobs() {
      return settings(defaultKnobs);
    },
    get signingKeys() {
      return settings([{ key: "a key", expiresAt: null }]);
    },
    createdAt: 0,
    revision: 1,
  };
  const store = {
    find: async () => shop,
    list: async () => [],
    save: async () => false,
    remove: async () => false,
  };
  const digest = {
    of: (text: string) => text,
    equal: (left: string, right: string) => left === right,
    mac: () => "",
  };
  const reader = new ChannelReader(store, { now: () => 1_000 }, digest);
  return { reader, asked: () => asked, end: () => (isGone = true) };
}

describe("a channel's settings, which a store may read when they are asked for", () => {
  it("are not asked for on behalf of a stranger (ruling 1)", async () => {
    const { reader, asked } = lazyReader();
    expect(await reader.authenticate("shop", "wrong")).toBeNull();
    expect(asked()).toBe(0);
  });

  it.each(["authenticate", "current"] as const)(
    "are all there once %s has answered",
    async (door) => {
      const { reader, end } = lazyReader();
      const ask = () => reader[door]("shop", door === "authenticate" ? "right" : "key");
      const channel = await ask();
      end();
      expect(channel).toMatchObject({
        chatApiUrl: "https://shop.test",
        knobs: defaultKnobs,
        signingKeys: [{ key: "a key" }],
      });
      expect(await ask()).toEqual(channel);
    },
  );
});
